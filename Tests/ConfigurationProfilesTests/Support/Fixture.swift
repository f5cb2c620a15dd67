import Foundation

/// The files of `Fixtures`; `make_fixtures` there says how they were made.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures")
        return try [UInt8](Data(contentsOf: folder.appending(path: name)))
    }

    static func profile(_ name: String) throws -> [UInt8] {
        try bytes(name + ".mobileconfig")
    }
}
