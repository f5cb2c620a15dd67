import Foundation
import ProtectedFoundation

/// As ``CarelessArchive``, mended: only a key that is *missing* is made anew.
///
/// One that cannot be read now is an error, which passes when the device is unlocked.
struct CarefulArchive {
    let fileManager: FileManager
    let folder: URL

    private var keyURL: URL { folder.appendingPathComponent("archive.key") }
    private var messagesURL: URL { folder.appendingPathComponent("messages") }

    private func key() throws -> UInt8 {
        do {
            return try fileManager.data(contentsOf: keyURL).first ?? 0
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            let key = UInt8.random(in: 1 ... .max)
            try fileManager.write(
                Data([key]),
                to: keyURL,
                options: [.atomic, .completeFileProtection]
            )
            return key
        }
    }

    func messages() throws -> [String] {
        let key = try key()
        guard fileManager.fileExists(atPath: messagesURL.path) else { return [] }
        let sealed = try fileManager.data(contentsOf: messagesURL)
        return String(decoding: sealed.map { $0 ^ key }, as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    func add(_ message: String) throws {
        let text = (try messages() + [message]).joined(separator: "\n")
        let key = try key()
        try fileManager.write(
            Data(text.utf8.map { $0 ^ key }),
            to: messagesURL,
            options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
        )
    }
}
