import ArgumentParser
import Dispatch
import Handoff
import KeyAgent
import KeyManagement
import ProtectionModel
import Synchronization
import TrustedDevices

/// Implements `protectctl handoff serve`.
struct HandoffServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Listen for the user's other devices, until it is interrupted.",
        discussion: """
            Prints where it listens, with the port where 0 was given. What is for an activity that is \
            offered, or for an invitation, goes to the command that waits for it; other devices are told \
            that there is none, and their offers are noted. Works in every lock state from the first \
            unlock on. One process does so for a device.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp(
            "Where: a socket's path, or a number and a port.",
            valueName: "address"
        ),
        completion: .file()
    )
    var listen: String

    func run() throws {
        let interruption = try Interruption()
        let session = try Session(global)
        let others = try OtherDevices(session)
        do { _ = try others.standing() } catch let error as ProtectionError {
            // A service starts before the first unlock.
            guard error.code == .protectedDataUnavailable else { throw error }
        }
        let listening = try Listening(at: listen)
        interruption.onSignal { listening.end() }
        defer { listening.end() }
        let listener = try LocalPlace(.listener, of: session)
        guard let place = try listener.take(note: listening.address) else {
            throw ToolError(
                .alreadyExists,
                "another process listens for this device, at '\(try listener.note() ?? "")'"
            )
        }
        defer { place.leave() }
        let end = try DeviceEnd(session)
        let service = try HandoffSwitch(session, others)
        try Reception { service.answer($0) }.open(listening.transport)
        if global.json {
            try global.console.document(Document(listening: listening.address))
        } else {
            try global.console.data(listening.address)
        }
        try end.wait()
    }

    private struct Document: Encodable {
        let version = 1
        let listening: String
    }
}

/// Gives each connection to the process of the device that it is for.
private struct HandoffSwitch: Sendable {
    private let invitation: LocalPlace
    private let offer: LocalPlace
    private let handoff: DeviceHandoff

    init(_ session: Session, _ others: OtherDevices) throws {
        invitation = try LocalPlace(.invitation, of: session)
        offer = try LocalPlace(.offer, of: session)
        handoff = try session.handoff(others)
    }

    func answer(_ connection: any DeviceConnection) {
        guard let first = try? connection.receive(within: .handshakeFrame) else { return }
        let begun = BegunConnection(first, connection)
        if first.count == Pairing.firstFrameByteCount {
            guard let other = invitation.connect() else {
                try? connection.send(Inviter.refusal(for: Self.noInvitation))
                return
            }
            return begun.relay(to: other)
        }
        // What processes of the device say among themselves is shorter, and nothing that comes from outside.
        if first.count > Pairing.firstFrameByteCount, let other = offer.connect() {
            return begun.relay(to: other)
        }
        try? handoff.serve(begun)
    }

    private static let noInvitation = ProtectionError(
        .pairingFailed,
        "nobody is invited to this device"
    )
}

/// Waits until a device goes off, whoever has done that.
final class DeviceEnd: Sendable {
    private let over = DispatchSemaphore(value: 0)
    private let keys: AgentKeyService
    private let observation: Mutex<LockObservation?>

    init(_ session: Session) throws {
        keys = session.keys
        observation = Mutex(nil)
        let fresh = keys.observe { [over, weak keys] notice in
            switch notice {
            case .event(let event) where event.kind == .shutdown || event.kind == .erased:
                over.signal()
            case .didEnd where (try? keys?.status()) == nil: over.signal()
            default: break
            }
        }
        observation.withLock { $0 = fresh }
    }

    /// Waits for it, or for a time.
    ///
    /// - Returns: whether the device is off.
    /// - Throws: why the agent is gone, where nobody has switched the device off.
    @discardableResult
    func wait(for time: Duration? = nil) throws -> Bool {
        if let time {
            let end = DispatchTime.now() + .milliseconds(Int(time.wholeMilliseconds))
            guard over.wait(timeout: end) == .success else { return false }
        } else {
            over.wait()
        }
        if let failure = keys.failure, failure.code != .deviceOff { throw failure }
        return true
    }
}
