import Foundation

/// The files below a folder, by their path in it: what git keeps of them, and nothing else.
enum FileTree {
    /// Made by whoever opens a device, and empty: no part of the format.
    private static let holder = ".holder"

    static func files(below folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appendingPathComponent(path)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
                !isFolder.boolValue, file.lastPathComponent != holder
            else { continue }
            files[path] = try [UInt8](Data(contentsOf: file))
        }
        return files
    }

    /// Writes the same files elsewhere, with fresh times and modes.
    static func copy(_ source: URL, to target: URL) throws {
        for (path, content) in try files(below: source) {
            let file = target.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(content).write(to: file)
        }
    }

    /// The paths at which two trees differ, sorted.
    static func differences(
        _ left: [String: [UInt8]],
        _ right: [String: [UInt8]]
    ) -> [String] {
        Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
    }

    /// Changes the bytes of one file.
    static func edit(_ file: URL, _ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = try [UInt8](Data(contentsOf: file))
        try change(&bytes)
        try Data(bytes).write(to: file)
    }
}
