import Dispatch
import Handoff
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import SystemIO
import TrustedDevices

/// The activity that this process offers, until one device continues it or something else ends it.
final class Offering: UserActivityDelegate {
    enum Ending: Sendable {
        case continued, withdrawn, locked, off, expired
    }

    /// A device that is answered, and whether it has the activity.
    private final class Guest: Sendable {
        let hasActivity = Mutex(false)
    }

    /// Who is answered by this thread.
    @TaskLocal private static var guest: Guest?

    private struct State {
        /// Devices that have it, and are not done.
        var taking = 0
        var isContinued = false
        var ending: Ending?
        var failure: (any Error)?
    }

    private let content: OfferedStream?
    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    init(_ content: OfferedStream?) { self.content = content }

    private func change(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
        changed.signal()
    }

    // MARK: What happens

    func userActivityWasContinued(_ activity: UserActivity) {
        Self.guest?.hasActivity.withLock { $0 = true }
        change { state in
            state.isContinued = true
            if Self.guest != nil { state.taking += 1 }
        }
        activity.resignCurrent()
    }

    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {
        do { try content?.send(streams) } catch { change { $0.failure = $0.failure ?? error } }
    }

    func note(_ notice: LockNotice, of keys: AgentKeyService?) {
        if case .event(let event) = notice, event.kind == .willBecomeUnavailable { end(.locked) }
        if notice.endsDevice(of: keys, orRestartsIt: true) { end(.off) }
    }

    func end(_ ending: Ending) { change { $0.ending = $0.ending ?? ending } }

    /// Answers another device.
    func serve(_ connection: any DeviceConnection, _ handoff: DeviceHandoff) {
        let guest = Guest()
        // What a stranger or a bad connection brings is nobody's news.
        Self.$guest.withValue(guest) { try? handoff.serve(connection) }
        guard guest.hasActivity.withLock({ $0 }) else { return }
        change { $0.taking -= 1 }
    }

    /// Answers a process of this device, which may speak for another device.
    func serveLocal(_ connection: any DeviceConnection, _ handoff: DeviceHandoff) {
        guard let first = try? connection.receive(within: .handshakeFrame) else { return }
        guard first.count == 1 else {
            return serve(BegunConnection(first, connection), handoff)
        }
        switch OfferMessage(rawValue: first[0]) {
        case .withdraw:
            end(.withdrawn)
            try? connection.send(first)
        case .advertisement:
            if let bytes = try? handoff.advertisement() { try? connection.send(bytes) }
        case nil: break
        }
    }

    // MARK: The end

    /// Waits for the end; whoever has the activity then is served to the end.
    ///
    /// - Throws: what went wrong with the stream.
    func wait(until deadline: Duration) throws -> Ending {
        while true {
            let (ending, isContinued, failure) = state.withLock { state in
                let isOver = state.isContinued ? state.taking == 0 : state.ending != nil
                let ending = state.isContinued ? .continued : state.ending
                return (isOver ? ending : nil, state.isContinued, state.failure)
            }
            if let ending {
                if let failure { throw failure }
                return ending
            }
            let rest = deadline - SystemTime.sinceBoot()
            if isContinued {
                changed.wait()
            } else if rest > .zero {
                let pause = min(rest, .seconds(60)).wholeMilliseconds + 1
                _ = changed.wait(timeout: .now() + .milliseconds(Int(pause)))
            } else {
                end(.expired)
            }
        }
    }
}

/// What whoever continues an activity gets besides: a file of the host, or of the device.
final class OfferedStream: Sendable {
    private enum Source: Sendable {
        case host(String)
        case device(DevicePath, FileStore)
    }

    private let source: Source

    /// - Throws: `SystemError`, `ToolError`, `ProtectionError` for what cannot be read, or is no file.
    init?(host: String?, device: String?, _ session: Session) throws {
        if let host {
            _ = try HostStream.source(host)
            guard !HostPath.isFolder(host) else {
                throw ToolError(.isADirectory, "'\(host)' is a folder", path: host)
            }
            source = .host(host)
        } else if let device {
            let path = try DevicePath(typed: device)
            try session.files.open(path, .read).close()
            source = .device(path, session.files)
        } else {
            return nil
        }
    }

    func send(_ streams: ActivityStreams) throws {
        switch source {
        case .device(let path, let files): try streams.send(path, of: files)
        case .host(let path):
            do {
                try send(path, streams)
                try streams.finish()
            } catch {
                // What came so far must not be taken for all.
                streams.giveUp(ProtectionError(error, "'\(path)'"))
                throw error
            }
        }
    }

    private func send(_ path: String, _ streams: ActivityStreams) throws {
        let stream = try HostStream.source(path)
        var buffer = [UInt8](repeating: 0, count: ActivityStreams.chunkByteLimit)
        while true {
            var span = buffer.mutableSpan
            var bytes = span.mutableBytes
            let count = try stream.read(into: &bytes)
            guard count > 0 else { return }
            try streams.write(Array(buffer[..<count]))
        }
    }
}
