package import CloudRecords
import KeyManagement
package import ProtectionModel
package import SystemIO

/// A file of the host's as the source of an asset.
///
/// Its content counts as changed when its length, its time of modification or the file itself is
/// another.
package final class FileAssetSource: AssetSource {
    private let file: OwnedFile
    private let path: String
    private let directory: Descriptor?

    /// Opens a file, and keeps it open.
    ///
    /// - Parameters:
    ///   - path: the path, or with a folder the name in it.
    ///   - directory: the folder; nil for the working directory.
    ///   - fileSystem: where it lies.
    /// - Throws: ``ProtectionError`` with `not-found`, `invalid-argument` for what is no file,
    ///   `io-error`.
    package init(
        _ path: String,
        in directory: Descriptor? = nil,
        on fileSystem: any FileSystem = PosixFileSystem()
    ) throws(ProtectionError) {
        do {
            let file = try OwnedFile(path, in: directory, [], on: fileSystem)
            guard try file.status().kind == .file else {
                throw ProtectionError(.invalidArgument, "'\(path)' is not a file")
            }
            self.file = file
        } catch { throw ProtectionError(error, "the file '\(path)'") }
        self.path = path
        self.directory = directory
    }

    package func version() throws -> AssetVersion {
        do {
            let status = try file.status()
            return AssetVersion(
                byteCount: Int64(clamping: status.size),
                marks: [
                    status.modifiedSeconds, status.modifiedNanoseconds,
                    Int64(truncatingIfNeeded: status.identity.inode),
                ]
            )
        } catch { throw ProtectionError(error, "the file '\(path)'") }
    }

    package func read(into bytes: inout MutableRawSpan, at offset: Int64) throws -> Int {
        do { return try file.read(into: &bytes, at: UInt64(offset)) } catch {
            throw ProtectionError(error, "the file '\(path)'")
        }
    }
}

/// A folder of the host's that an export is written to; its files are for the user alone.
package final class HostExportFolder: ExportFolder {
    private let folder: OwnedFile
    private let path: String

    /// Makes a folder that is not there yet.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists`, `not-found`, `io-error`.
    package init(
        _ path: String,
        on fileSystem: any FileSystem = PosixFileSystem()
    ) throws(ProtectionError) {
        do {
            try fileSystem.makeDirectory(path, in: nil, permissions: 0o700)
            folder = try OwnedFile(path, in: nil, .directory, on: fileSystem)
        } catch { throw ProtectionError(error, "the folder '\(path)'") }
        self.path = path
    }

    package func write(
        _ name: String,
        _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        do {
            let file = try OwnedFile(
                name,
                in: folder.descriptor,
                [.writing, .creatingNew],
                on: folder.fileSystem
            )
            var offset: UInt64 = 0
            try body { bytes in
                try file.write(bytes, at: offset)
                offset += UInt64(bytes.count)
            }
        } catch { throw ProtectionError(error, "the file '\(path)/\(name)'") }
    }
}
