import Foundation
import ProtectedFoundation

/// As ``CarelessSettings``, mended: settings that could not be read are never saved.
struct CarefulSettings: Codable, Equatable {
    var server = "default.example.com"
    var launchCount = 0

    /// - Throws: `CocoaError` while the file is locked, and what a damaged one makes the decoder throw.
    static func load(_ fileManager: FileManager, _ url: URL) throws -> Self {
        do {
            return try JSONDecoder().decode(Self.self, from: fileManager.data(contentsOf: url))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return Self()
        }
    }

    func save(_ fileManager: FileManager, _ url: URL) throws {
        try fileManager.write(
            try JSONEncoder().encode(self),
            to: url,
            options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
        )
    }

    /// What the app does at each launch: nil, and nothing to save, until the settings can be read.
    static func launch(_ fileManager: FileManager, _ url: URL) -> Self? {
        guard var settings = try? load(fileManager, url) else { return nil }
        settings.launchCount += 1
        return settings
    }
}
