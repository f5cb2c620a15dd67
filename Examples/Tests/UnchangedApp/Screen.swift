import Foundation
import ProtectedFoundation
import UnchangedCode

/// An app as Xcode 26 makes one: on the main actor unless said otherwise, with plain imports.
///
/// It is strict about memory, and uses another module with the plugin.
public struct Screen {
    let library = Library()

    /// With the library's defaults.
    public init() {}

    /// Stores a text in three places.
    public func save(_ text: String) throws {
        try library.save(text, as: "screen")
        try Data(text.utf8).write(to: URL.documentsDirectory.appendingPathComponent("draft"))
        UserDefaults.standard.setValue(text, forKey: "draft")
    }

    /// What the three places hold.
    public func load() throws -> [String?] {
        let draft = FileManager.default.temporaryDirectory.deletingLastPathComponent()
            .appendingPathComponent("Documents/draft")
        return [
            try library.load("screen"),
            try Library.text(of: draft).replacingOccurrences(of: NSTemporaryDirectory(), with: ""),
            UserDefaults.standard.value(forKey: "draft") as? String,
        ]
    }
}

/// Stores off the main actor.
public actor Cache {
    /// Without a place of its own.
    public init() {}

    /// Writes a text into a folder that it makes.
    public func save(_ text: String, _ url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    /// Whether there is a file.
    public nonisolated func isThere(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path)
    }

    /// Removes a file on a queue, which no actor is; says whether it is gone.
    public nonisolated func remove(_ url: URL, _ done: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async {
            try? FileManager.default.removeItem(at: url)
            done(!FileManager.default.fileExists(atPath: url.path))
        }
    }
}

/// Code that is handed a device's own file manager.
public func names(in folder: URL, _ manager: ProtectedFileManager) throws -> [String] {
    guard manager.fileExists(atPath: folder.path) else { return [] }
    return try manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .map(\.lastPathComponent).sorted()
}
