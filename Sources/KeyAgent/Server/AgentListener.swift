import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO
import SystemPackage

/// The socket at which an agent is found, and its name in the socket folder.
final class AgentListener: Sendable {
    private struct Place {
        var socket: StreamSocket
        /// The file that the name leads to while it is the socket's.
        var identity: FileIdentity
        var folder: FileIdentity
        /// The watch of that folder; nil when the machine has none left.
        var watch: DirectoryWatch?
        var isRemoved = false
    }

    private let endpoint: AgentSocket
    private let fileSystem: any FileSystem
    private let onChange: @Sendable () -> Void
    private let place: Mutex<Place>

    /// Listens at `endpoint`, and calls `onChange`, on a thread of its own, after a name in its
    /// folder was removed or replaced.
    ///
    /// - Throws: `ProtectionError` as ``AgentServer`` does.
    init(
        at endpoint: AgentSocket,
        on fileSystem: any FileSystem,
        onChange: @escaping @Sendable () -> Void
    ) throws {
        self.endpoint = endpoint
        self.fileSystem = fileSystem
        self.onChange = onChange
        let folder = try endpoint.prepareFolder(for: UserID.current, on: fileSystem)
        try Self.removeStaleSocket(endpoint, in: folder)
        do {
            let watch = try? fileSystem.watch(folder.descriptor, onChange)
            place = Mutex(try Self.listen(at: endpoint, in: folder, watch))
        } catch { throw ProtectionError(error, "the socket '\(endpoint.path)'") }
    }

    /// Where connections are accepted now.
    var socket: StreamSocket { place.withLock { $0.socket } }

    /// Whether changes of the name are reported, once its folder is there.
    var isWatched: Bool { place.withLock { $0.watch != nil } }

    /// Whether the name leads to this socket, in the folder that is watched.
    var isInPlace: Bool {
        place.withLock { place in
            guard
                let folder = try? OwnedFile(endpoint.folder, in: nil, .directory, on: fileSystem),
                (try? folder.status().identity) == place.folder
            else { return false }
            return isNamed(place, in: folder)
        }
    }

    /// Listens anew where the name was removed, or leads to something else; makes the folder, too.
    ///
    /// - Returns: false when that was refused.
    func restore() -> Bool {
        place.withLock { place in
            guard !place.isRemoved else { return true }
            do {
                let folder = try endpoint.prepareFolder(for: UserID.current, on: fileSystem)
                try restore(&place, in: folder)
                return true
            } catch { return false }
        }
    }

    private func restore(
        _ place: inout Place,
        in folder: borrowing OwnedFile
    ) throws {
        do {
            // Before the look, so that no change is missed.
            let watch = try? fileSystem.watch(folder.descriptor, onChange)
            if isNamed(place, in: folder) {
                place.folder = try folder.status().identity
                place.watch = watch
                return
            }
            // The present owner does not matter: the holder of the keys has the right to the name.
            if let other = try? fileSystem.status(of: endpoint.name, in: folder.descriptor) {
                try fileSystem.unlink(
                    endpoint.name,
                    in: folder.descriptor,
                    folder: other.kind == .directory
                )
            }
            place = try Self.listen(at: endpoint, in: folder, watch)
        } catch { throw ProtectionError(error, "the socket '\(endpoint.path)'") }
    }

    /// Removes the name, once, unless it leads to something else.
    func remove() {
        place.withLock { place in
            guard !place.isRemoved else { return }
            place.isRemoved = true
            place.watch = nil
            guard
                let folder = try? OwnedFile(endpoint.folder, in: nil, .directory, on: fileSystem),
                isNamed(place, in: folder)
            else { return }
            // A socket that stays behind is removed by the next agent.
            try? fileSystem.unlink(endpoint.name, in: folder.descriptor, folder: false)
        }
    }

    private func isNamed(_ place: Place, in folder: borrowing OwnedFile) -> Bool {
        let status = try? fileSystem.status(of: endpoint.name, in: folder.descriptor)
        return status?.identity == place.identity
    }

    private static func listen(
        at endpoint: AgentSocket,
        in folder: borrowing OwnedFile,
        _ watch: DirectoryWatch?
    ) throws(SystemError) -> Place {
        let socket = try StreamSocket.listening(at: endpoint.path)
        let fileSystem = folder.fileSystem
        return Place(
            socket: socket,
            identity: try fileSystem.status(of: endpoint.name, in: folder.descriptor).identity,
            folder: try folder.status().identity,
            watch: watch
        )
    }

    /// The holder lock is ours, so a socket left here is stale; one that still answers is left
    /// alone.
    private static func removeStaleSocket(
        _ endpoint: AgentSocket,
        in folder: borrowing OwnedFile
    ) throws {
        do {
            _ = try StreamSocket.connected(to: endpoint.path, patience: .seconds(1))
            throw SystemError(.wouldBlock, call: "connect")
        } catch let error as SystemError {
            // An agent that does not even accept may have been stopped.
            guard error.errno != .wouldBlock else {
                throw ProtectionError(.busy, "another agent answers at '\(endpoint.path)'")
            }
        }
        do {
            try folder.fileSystem.unlink(endpoint.name, in: folder.descriptor, folder: false)
        } catch {
            guard ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the socket '\(endpoint.path)'")
        }
    }
}
