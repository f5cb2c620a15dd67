import FilesystemMount
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO

/// The process that serves a mount, from the first request to the last.
struct MountServer {
    private let session: Session
    private let settling: SettlingThread
    private let mount: Mount
    private let signals: TerminationSignals
    /// Signalled when the mount, or the device, has ended.
    private let end: WakeUp
    private let observation: LockObservation
    private let record: HeldRecord

    /// Mounts the device.
    ///
    /// - Throws: `ToolError`, `ProtectionError`; nothing is mounted then.
    init(
        _ global: GlobalOptions,
        at place: String,
        _ options: DeviceTree.Options,
        isReadOnly: Bool,
        allowsOthers: Bool
    ) throws {
        let location = try DeviceLocation(global)
        try Self.check(place, against: location)
        // Before there is another thread.
        signals = try TerminationSignals()
        session = try Session(global, settling: SettlingPolicy())
        record = HeldRecord(try MountRecord(session.directory, mountedAt: place))
        settling = try SettlingThread(session.files)
        var options = options
        options.isReadOnly = isReadOnly
        let tree = try DeviceTree(session.files, options)
        var mounting = MountOptions(source: HostPath.resolved(location.directory))
        mounting.isReadOnly = isReadOnly
        mounting.allowsOthers = allowsOthers
        mount = try Mount(at: place, mounting, showing: tree)
        tree.follow(session.keys, telling: mount)
        let end = try WakeUp()
        self.end = end
        observation = session.keys.observe { if case .didEnd = $0 { end.signal() } }
        // It may have ended before anybody listened.
        if session.keys.failure != nil { end.signal() }
    }

    /// A mount in its own device, or over it, would wait for itself.
    private static func check(_ place: String, against location: DeviceLocation) throws {
        let device = HostPath.resolved(location.directory) + "/"
        let folder = HostPath.resolved(place) + "/"
        guard device.hasPrefix(folder) || folder.hasPrefix(device) else { return }
        throw ToolError(
            .invalidArgument,
            folder == device
                ? "'\(place)' is the device itself"
                : folder.hasPrefix(device)
                    ? "'\(place)' lies in the device" : "the device lies in '\(place)'",
            path: place,
            hint: "mount it in an empty folder elsewhere"
        )
    }

    /// Tells whoever started the process that the mount answers.
    func tellReady(detaching: Bool) throws {
        do { try sendReady(detaching) } catch {
            mount.end()
            throw error
        }
    }

    private func sendReady(_ detaching: Bool) throws {
        if detaching {
            try DetachedCommand.tellReady()
        } else {
            let socket = ProcessEnvironment.current.value(of: "NOTIFY_SOCKET")
            try ServiceNotification(socket: socket)?.sendReady()
        }
    }

    /// Serves until the mount is unmounted, a signal comes, or the device goes off.
    func run() throws {
        let mount = mount
        let end = end
        let waiting = try SystemThread {
            try? mount.waitUntilEnd()
            end.signal()
        }
        var entries = [Poll.Entry(signals.descriptor), Poll.Entry(end.descriptor)]
        try Poll.wait(&entries, timeout: nil)
        observation.cancel()
        // Who still uses it gets errors, and never waits for nobody.
        mount.end()
        waiting.finish()
        if let failure = session.keys.failure, failure.code != .deviceOff { throw failure }
    }
}

/// Keeps a record's lock for as long as a copyable owner lives.
private final class HeldRecord: Sendable {
    private let record: MountRecord

    init(_ record: consuming MountRecord) {
        self.record = record
    }
}
