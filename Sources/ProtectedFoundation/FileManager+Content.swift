public import Foundation

/// The seam for code that reads and writes with `Data` and has a `FileManager` at hand: what a file
/// manager serves is read and written through it, be it the host or a device.
extension FileManager {
    /// `Data(contentsOf:options:)` of what this file manager serves.
    ///
    /// - Throws: `CocoaError`, as `Data(contentsOf:options:)`.
    public func data(contentsOf url: URL, options: Data.ReadingOptions = []) throws -> Data {
        guard let manager = self as? ProtectedFileManager else {
            return try Data(contentsOf: url, options: options)
        }
        let path = try ProtectedFileManager.path(of: url, reading: true)
        return try manager.dispatch(path, reading: true) {
            try $0.read($1, path)
        } host: {
            try Data(contentsOf: url, options: options)
        }
    }

    /// `data.write(to:options:)` to what this file manager serves.
    ///
    /// - Precondition: not both `.atomic` and `.withoutOverwriting`.
    /// - Throws: `CocoaError`, as `Data.write(to:options:)`.
    public func write(
        _ data: Data,
        to url: URL,
        options: Data.WritingOptions = []
    ) throws {
        guard let manager = self as? ProtectedFileManager else {
            return try data.write(to: url, options: options)
        }
        let path = try ProtectedFileManager.path(of: url, reading: false)
        try manager.dispatch(path, reading: false, call: "write(_:to:options:)") {
            try $0.write(data, $1, path, options)
        } host: {
            try data.write(to: url, options: options)
        }
    }
}

extension ProtectedFileManager {
    /// The path of a file's URL; Foundation refuses others by their scheme, too.
    static func path(of url: URL, reading: Bool) throws -> String {
        guard url.isFileURL else {
            throw CocoaError(
                reading ? .fileReadUnsupportedScheme : .fileWriteUnsupportedScheme,
                userInfo: [NSURLErrorKey: url]
            )
        }
        return url.path
    }
}
