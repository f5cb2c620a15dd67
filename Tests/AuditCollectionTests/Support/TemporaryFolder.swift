import Foundation

/// A folder of this test alone, gone with the object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "audit-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and makes the folders it lies in.
    func write(_ name: String, _ text: String = "") throws {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path + "/" + name,
            withDestinationPath: target
        )
    }
}
