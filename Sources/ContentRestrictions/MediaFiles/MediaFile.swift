public import ProtectionModel
import SystemIO
import SystemPackage

/// A media file or a feed on the host's disk, open for reading until the last reference goes.
public final class MediaFile: MediaSource, Sendable {
    private let file: OwnedFile
    private let path: String

    /// The length in bytes, as it was when the file was opened.
    public let byteCount: UInt64

    /// Opens a file, through symbolic links.
    ///
    /// - Throws: ``ProtectionError``: `not-found`, `permission-denied`, `is-a-directory`,
    ///   `not-a-directory`, `invalid-argument` for what is neither a file nor a folder, such as a pipe,
    ///   `busy` when the process has too many files open, else `io-error`.
    public init(_ path: String) throws(ProtectionError) {
        // The kernel's calls would stop there and open something else.
        guard !path.utf8.contains(0) else {
            throw ProtectionError(.invalidArgument, "a path cannot contain a NUL")
        }
        let status: FileStatus
        do {
            file = try OwnedFile(following: path)
            status = try file.status()
        } catch { throw ProtectionError(path, error) }
        byteCount = status.size
        self.path = path
        guard status.kind == .file else {
            let errno: Errno = status.kind == .directory ? .isDirectory : .invalidArgument
            throw ProtectionError(path, SystemError(errno, call: "open", name: path))
        }
    }

    /// The `count` bytes from `offset`, fewer only at the end.
    ///
    /// - Throws: ``ProtectionError`` with `io-error`.
    public func read(at offset: UInt64, count: Int) throws -> [UInt8] {
        do {
            return try file.read(count, at: offset)
        } catch {
            throw ProtectionError(path, error)
        }
    }
}

extension ProtectionError {
    fileprivate init(_ path: String, _ error: SystemError) {
        let code: ErrorCode
        switch error.errno {
        case .noSuchFileOrDirectory: code = .notFound
        case .permissionDenied, .notPermitted: code = .permissionDenied
        case .isDirectory: code = .isADirectory
        case .notDirectory: code = .notADirectory
        case .invalidArgument, .fileNameTooLong, .noSuchAddressOrDevice: code = .invalidArgument
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory: code = .busy
        default: code = .inputOutput
        }
        self.init(code, "'\(path)' cannot be read: \(error.errno)", cause: error)
    }
}
