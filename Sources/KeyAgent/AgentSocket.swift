import KeyManagement
import ProtectionModel
package import SystemIO

/// Where the agent of a device listens: `$XDG_RUNTIME_DIR/protectctl/NAME.sock`, else
/// `TMP/protectctl-UID/NAME.sock`.
///
/// NAME is the device directory's file system and inode in hexadecimal: a copy of the directory has
/// the same device id, but an agent of its own.
package struct AgentSocket: Sendable, Equatable {
    /// The folder, which belongs to one user alone.
    package let folder: String
    /// The socket's name in it.
    package let name: String

    /// The socket's path on the host.
    package var path: String { folder + "/" + name }

    /// Names the place from values of the environment, without looking at the machine.
    ///
    /// A runtime directory that is empty or relative counts as none (XDG Base Directory
    /// Specification).
    package init(
        runtimeDirectory: String?,
        temporaryDirectory: String,
        userID: UInt32,
        directory: FileIdentity
    ) {
        if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
            folder = runtimeDirectory + "/protectctl"
        } else {
            folder = temporaryDirectory + "/protectctl-\(userID)"
        }
        let device = String(directory.device, radix: 16)
        let inode = String(directory.inode, radix: 16)
        name = "\(device)-\(inode)\(Self.suffix)"
    }

    /// Takes a path apart that was found on the machine; nil for one at which no agent listens.
    package init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard path.hasPrefix("/"), parts.count > 2,
            parts[parts.count - 2].split(separator: "-").first == "protectctl"
        else { return nil }
        folder = parts.dropLast().joined(separator: "/")
        name = String(parts[parts.count - 1])
        guard directory != nil else { return nil }
    }

    /// The device directory whose agent has this name.
    package var directory: FileIdentity? {
        guard name.hasSuffix(Self.suffix) else { return nil }
        let numbers = name.dropLast(Self.suffix.count).split(separator: "-").map {
            UInt64($0, radix: 16)
        }
        guard numbers.count == 2, let device = numbers[0], let inode = numbers[1]
        else { return nil }
        return FileIdentity(device: device, inode: inode)
    }

    private static let suffix = ".sock"

    /// Whether what listens as the user `peer` may be taken for the agent of a device.
    ///
    /// An agent that locks must be the one that has the keys, and the folder of the usual place may
    /// be anyone's: only one's own user is believed, and by root also `owner`, whose device it is.
    package static func mayBeAgent(_ peer: UInt32, for user: UInt32, owner: UInt32?) -> Bool {
        peer == user || user == UserID.root && peer == owner
    }

    /// Makes the folder (0700) unless it is there, and checks that no other user can get in.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` when the folder is another user's, open
    ///   to others or a symbolic link; `invalid-argument` when the path is too long; `io-error`.
    package func prepareFolder(
        for userID: UInt32,
        on fileSystem: any FileSystem
    ) throws -> OwnedFile {
        guard path.utf8.count <= StreamSocket.pathByteLimit else {
            throw ProtectionError(.invalidArgument, "the socket path '\(path)' is too long")
        }
        do {
            try makeFolder(on: fileSystem)
            let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
            let status = try directory.status()
            if status.owner == userID, status.permissions & 0o077 == 0 { return directory }
        } catch {
            // O_DIRECTORY with O_NOFOLLOW says ENOTDIR for a symbolic link, to a folder too.
            guard ErrorCode(error) == .notADirectory else {
                throw ProtectionError(error, "the socket folder '\(folder)'")
            }
            throw ProtectionError(
                .permissionDenied,
                "the socket folder '\(folder)' is a symbolic link or not a folder",
                cause: error
            )
        }
        throw ProtectionError(
            .permissionDenied,
            "the socket folder '\(folder)' is not this user's alone"
        )
    }

    private func makeFolder(on fileSystem: any FileSystem) throws(SystemError) {
        do {
            try fileSystem.makeDirectory(folder, in: nil, permissions: 0o700)
        } catch {
            guard ErrorCode(error) == .alreadyExists else { throw error }
        }
    }
}
