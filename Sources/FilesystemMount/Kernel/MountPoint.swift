import ProtectionModel
import SystemIO
import SystemPackage

/// A folder in which a file system is mounted, or to be mounted.
struct MountPoint: Sendable {
    /// Absolute, without symbolic links.
    let path: String

    /// Makes sure that a path leads to a folder in which something can be mounted.
    ///
    /// - Throws: ``ProtectionError``: `notFound`, `notADirectory`, `directoryNotEmpty`, `busy` when our
    ///   file system is mounted there, or one whose program is gone, `permissionDenied`.
    init(forMountingAt path: String, isAllowedFull: Bool) throws(ProtectionError) {
        let isEmpty: Bool
        do {
            self.path = try MountCalls.resolved(path)
            isEmpty = try MountCalls.isEmptyFolder(self.path)
        } catch {
            throw Self.failure(error, path)
        }
        if MountTable.entry(at: self.path)?.type == Mount.type {
            throw ProtectionError(.busy, "'\(path)' is mounted already", path: path)
        }
        guard isEmpty || isAllowedFull else {
            throw ProtectionError(
                .directoryNotEmpty,
                "mount point '\(path)' is not empty",
                path: path
            )
        }
    }

    /// Finds one of our mounts.
    ///
    /// - Throws: ``ProtectionError``: `notFound` when there is none.
    init(ofMountAt path: String) throws(ProtectionError) {
        let place: String
        do { place = try Self.place(path) } catch { throw Self.failure(error, path) }
        guard MountTable.entry(at: place)?.type == Mount.type else {
            throw ProtectionError(
                .notFound,
                "'\(path)' is not a mount point of protectctl",
                path: path
            )
        }
        self.path = place
    }

    /// The absolute path; that of a mount whose program is gone cannot be looked at, its parent can.
    private static func place(_ path: String) throws(SystemError) -> String {
        do { return try MountCalls.resolved(path) } catch {
            let absolute = FilePath(path).lexicallyNormalized()
            guard error.errno == .socketNotConnected, let name = absolute.lastComponent else {
                throw error
            }
            let parent = absolute.removingLastComponent()
            let resolved = try MountCalls.resolved(parent.isEmpty ? "." : parent.string)
            return FilePath(resolved).appending(name).string
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> ProtectionError {
        let (code, fact): (ErrorCode, String) =
            switch error.errno {
            case .noSuchFileOrDirectory: (.notFound, "does not exist")
            case .notDirectory: (.notADirectory, "is not a folder")
            case .permissionDenied: (.permissionDenied, "cannot be opened: permission denied")
            case .socketNotConnected: (.busy, "is a mount whose program has gone")
            default: (.inputOutput, "cannot be used: \(error.errno)")
            }
        return ProtectionError(code, "mount point '\(path)' \(fact)", path: path, cause: error)
    }
}

extension MountTable {
    /// What a folder shows.
    static func entry(at point: String) -> MountEntry? {
        current().last { $0.point == point }
    }

    /// Our own mounts.
    package static func ours() -> [MountEntry] {
        current().filter { $0.type == Mount.type }
    }
}
