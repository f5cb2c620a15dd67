import Foundation

/// This package as it lies on the disk.
enum Repository {
    /// Its root folder.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file under `Sources` and `Tests`, sorted by path.
    static let files = swiftFiles(under: "Sources") + swiftFiles(under: "Tests")

    /// Those of the package `Examples`, which uses this one from outside.
    static let examples =
        swiftFiles(under: "Examples/Sources") + swiftFiles(under: "Examples/Tests")

    /// What the plugin DeviceFoundation puts into the modules of others.
    static var declarations: SourceFile {
        get throws {
            let path = "Plugins/DeviceFoundation/Declarations.swift.txt"
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            return SourceFile(path: path, text: text)
        }
    }

    /// Its manifest.
    static var manifest: Manifest { get throws { try manifest(at: "Package.swift") } }

    /// That of the package `Examples`.
    static var manifestOfExamples: Manifest {
        get throws { try manifest(at: "Examples/Package.swift") }
    }

    private static func manifest(at path: String) throws -> Manifest {
        Manifest(try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }

    /// The names in one of its folders.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: folder).path(percentEncoded: false)
        ).sorted()
    }

    /// Files that are not valid UTF-8, such as deliberately broken fixtures, have no words.
    private static func swiftFiles(under folder: String) -> [SourceFile] {
        let place = root.appending(path: folder)
        let names =
            FileManager.default.enumerator(
                atPath: place.path(percentEncoded: false)
            )?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") && !$0.contains("/Fixtures/") }.sorted()
            .map { name in
                let text = try? String(contentsOf: place.appending(path: name), encoding: .utf8)
                return SourceFile(path: "\(folder)/\(name)", text: text ?? "")
            }
    }
}
