import Foundation

/// A folder of this test alone, gone with the object; its path is short enough for sockets.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/key-agent-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func makeFolder(_ name: String, permissions: Int = 0o700) throws -> String {
        let folder = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: permissions]
        )
        return folder
    }
}
