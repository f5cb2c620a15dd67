import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import SystemIO
import TrustedDevices

/// Where the processes of one device find each other: sockets beside that of its agent.
///
/// Who has a place holds a lock on a file beside the socket, in which it says where it listens besides, so that what a
/// killed process left is no obstacle.
struct LocalPlace: Sendable {
    enum Role: String {
        /// Listens for the other devices, and passes on what is for the others.
        case listener
        /// Waits for a device that joins.
        case invitation
        /// Has the current activity.
        case offer
    }

    private static let noteByteLimit = 4_096
    private let path: String
    private var lockPath: String { path + ".lock" }

    init(_ role: Role, of session: Session) throws {
        let socket = AgentLauncher.socket(of: try session.deviceIdentity())
        _ = try socket.prepareFolder(for: UserID.current, on: PosixFileSystem())
        path = "\(socket.path.dropLast(".sock".count)).\(role.rawValue)"
        try AgentLauncher.checkLength(of: path)
    }

    /// Where the process that has the place listens besides; nil where none has.
    func note() throws -> String? {
        guard let file = try? OwnedFile(lockPath, in: nil, [], on: PosixFileSystem()),
            try !PosixFileSystem().lock(file.descriptor, .shared)
        else { return nil }
        return String(decoding: try file.read(Self.noteByteLimit, at: 0), as: UTF8.self)
    }

    /// Takes the place; nil while another process has it.
    func take(note: String) throws -> TakenPlace? {
        let file = try OwnedFile(
            lockPath,
            in: nil,
            [.writing, .creating],
            permissions: 0o600,
            on: PosixFileSystem()
        )
        guard try PosixFileSystem().lock(file.descriptor, .exclusive) else { return nil }
        try file.truncate(to: 0)
        try file.write(Array(note.utf8), at: 0)
        // Nobody listens there who has not the lock.
        try? FileManager.default.removeItem(atPath: path)
        return TakenPlace(
            try SocketTransport(listeningAt: path, clock: MachineClock()),
            file,
            path
        )
    }

    /// A connection to the process that has the place; nil where none has.
    func connect() -> (any DeviceConnection)? {
        try? SocketTransport(clock: MachineClock()).connect(to: path, within: .seconds(5))
    }
}

/// A place that this process has, until it leaves it or ends.
final class TakenPlace: Sendable {
    let transport: SocketTransport
    private let file: OwnedFile
    private let path: String

    fileprivate init(_ transport: SocketTransport, _ file: consuming OwnedFile, _ path: String) {
        self.transport = transport
        self.file = file
        self.path = path
    }

    /// Nobody finds it any longer.
    func leave() { try? FileManager.default.removeItem(atPath: path) }
}
