import Foundation
import ProtectedFoundation

/// Messages, sealed under a key of their own that lies in a file beside them.
///
/// **It has a bug.** The field report: SignalServiceKit 99, where a push launched the app before the first unlock, the key
/// could not be read, and the database was taken for that of a fresh install.
struct CarelessArchive {
    let fileManager: FileManager
    let folder: URL

    private var keyURL: URL { folder.appendingPathComponent("archive.key") }
    private var messagesURL: URL { folder.appendingPathComponent("messages") }

    /// The key, made anew at the first launch.
    private func key() throws -> UInt8 {
        // The bug: "cannot be read" is taken for "is not there".
        if let data = fileManager.contents(atPath: keyURL.path), let key = data.first { return key }
        try? fileManager.removeItem(at: messagesURL)
        let key = UInt8.random(in: 1 ... .max)
        try fileManager.write(
            Data([key]),
            to: keyURL,
            options: [.atomic, .completeFileProtection]
        )
        return key
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
