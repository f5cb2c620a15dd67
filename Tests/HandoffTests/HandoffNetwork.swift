import DeviceIdentifiers
import DeviceSimulation
import Handoff
import KeyManagement
import ProtectionModel
import Synchronization
import TestSupport
import Testing
import TrustedDevices

/// A device with its circle and its activities.
struct HandoffDevice: Sendable {
    let trusting: TrustingDevice
    let handoff: DeviceHandoff

    var device: SimulatedDevice { trusting.device }
    var id: TrustedDevice.ID {
        get throws { try #require(trusting.id) }
    }
}

/// The devices of one user, and the ways between them; no time passes by itself.
final class HandoffNetwork: Sendable {
    private struct State {
        var devices: [HandoffDevice] = []
        var pass: MemoryWire.Pass = { [$2] }
        var isCarrying = true
        var carried: [[UInt8]] = []
        var served: [Beside<Void>] = []
    }

    private let state = Mutex(State())

    /// Paired devices of these names, all of which have met.
    static func devices(
        _ names: String...,
        parameters: HandoffParameters = HandoffParameters()
    ) throws -> (HandoffNetwork, [HandoffDevice]) {
        let network = HandoffNetwork()
        for name in names { try network.add(name, parameters) }
        let devices = network.state.withLock { $0.devices }
        for first in devices.indices {
            for second in devices[(first + 1)...] { try network.meet(devices[first], second) }
        }
        network.forget()
        return (network, devices)
    }

    private func add(_ name: String, _ parameters: HandoffParameters) throws {
        let trusting = try TrustingDevice(name)
        if let founder = state.withLock({ $0.devices.first }) {
            let outcome = try pair(founder.trusting, trusting)
            try #require(outcome.inviter == nil && outcome.joiner == nil)
        } else {
            try trusting.circle.create(named: name)
        }
        let device = trusting.device
        let handoff = DeviceHandoff(
            trusting.circle,
            { device.documents },
            parameters: parameters,
            carry: { [unowned self] in carry($0, from: name) },
            connect: { [unowned self] in try connect($0) }
        )
        state.withLock {
            $0.devices.append(HandoffDevice(trusting: trusting, handoff: handoff))
        }
    }

    /// Lets two devices have a session with each other; two that were added by a third are introduced first.
    func meet(_ from: HandoffDevice, _ to: HandoffDevice) throws {
        let standing = try #require(try from.trusting.circle.standing())
        let other = try #require(standing.membership[try to.id])
        try from.handoff.meet(other)
        try settle()
    }

    // MARK: What happens on the way

    /// From now on `pass` sees each frame of a new connection.
    func tamper(_ pass: @escaping MemoryWire.Pass) { state.withLock { $0.pass = pass } }

    /// Advertisements get lost from now on, or no longer.
    var isCarrying: Bool {
        get { state.withLock { $0.isCarrying } }
        set { state.withLock { $0.isCarrying = newValue } }
    }

    /// Every advertisement that was sent.
    var carried: [[UInt8]] { state.withLock { $0.carried } }

    func forget() { state.withLock { $0.carried = [] } }

    func advance(by duration: Duration) {
        for device in state.withLock({ $0.devices }) { device.device.advance(by: duration) }
    }

    private func carry(_ bytes: [UInt8], from sender: String) {
        let (devices, isCarrying) = state.withLock { state in
            state.carried.append(bytes)
            return (state.devices, state.isCarrying)
        }
        guard isCarrying else { return }
        for device in devices where device.trusting.name != sender {
            _ = try? device.handoff.receive(bytes)
        }
    }

    private func connect(_ device: TrustedDevice) throws -> any DeviceConnection {
        let (devices, pass) = state.withLock { ($0.devices, $0.pass) }
        let other = try #require(devices.first { $0.trusting.id == device.id })
        let wire = MemoryWire(pass) { limit in
            for device in devices { device.device.clock.advance(by: limit) }
        }
        let (client, server) = wire.ends
        let served = Beside { try other.handoff.serve(server) }
        state.withLock { $0.served.append(served) }
        return client
    }

    /// Waits for all that answer, and throws what one of them has thrown.
    func settle() throws {
        let served = state.withLock { state in
            defer { state.served = [] }
            return state.served
        }
        for served in served { try served.value() }
    }
}

/// Hears what becomes of activities.
final class Listener: UserActivityDelegate {
    private let saving: @Sendable (UserActivity) -> Void
    private let streaming: @Sendable (ActivityStreams) throws -> Void
    private let counts = Mutex((saved: 0, continued: 0))
    private let failures = Mutex<[ErrorCode]>([])

    init(
        saving: @escaping @Sendable (UserActivity) -> Void = { _ in },
        streaming: @escaping @Sendable (ActivityStreams) throws -> Void = { _ in }
    ) {
        self.saving = saving
        self.streaming = streaming
    }

    var saved: Int { counts.withLock { $0.saved } }
    var continued: Int { counts.withLock { $0.continued } }
    var failed: [ErrorCode] { failures.withLock { $0 } }

    func userActivityWillSave(_ activity: UserActivity) {
        counts.withLock { $0.saved += 1 }
        saving(activity)
    }

    func userActivityWasContinued(_ activity: UserActivity) {
        counts.withLock { $0.continued += 1 }
    }

    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {
        do { try streaming(streams) } catch { failures.withLock { $0.append(error.code) } }
    }
}

/// The app of most rows.
enum Notes {
    static let type = "com.example.notes.editing"

    static func app(
        _ name: String = "com.example.notes",
        team: String = "TEAM1",
        types: Set<String> = [type],
        documents: Set<String> = [],
        domains: [String] = []
    ) throws -> HandoffApplication {
        try HandoffApplication(
            try BundleIdentifier(name),
            team: team,
            activityTypes: types,
            documentActivityTypes: documents,
            associatedDomains: domains
        )
    }
}

/// A phone and a desk, with the app on both.
struct HandoffTrial: Sendable {
    let network: HandoffNetwork
    let phone: HandoffDevice
    let desk: HandoffDevice
    let phoneApp: HandoffService
    let deskApp: HandoffService

    init(
        parameters: HandoffParameters = HandoffParameters(),
        phoneApp: HandoffApplication? = nil,
        deskApp: HandoffApplication? = nil
    ) throws {
        let (network, devices) = try HandoffNetwork.devices("phone", "desk", parameters: parameters)
        self.network = network
        phone = devices[0]
        desk = devices[1]
        self.phoneApp = phone.handoff.service(for: try phoneApp ?? Notes.app())
        self.deskApp = desk.handoff.service(for: try deskApp ?? Notes.app())
    }

    /// An activity that is current on the phone.
    func offer(
        _ title: String = "Shopping",
        type: String = Notes.type,
        page: String? = nil
    ) throws -> UserActivity {
        let activity = try phoneApp.activity(type)
        activity.title = title
        try activity.setWebpageURL(page)
        try activity.becomeCurrent()
        return activity
    }

    /// What the desk is offered first.
    func offered() throws -> HandoffOffer { try #require(try desk.handoff.offers().first) }

    /// Continues that on the desk.
    @discardableResult
    func `continue`(
        accepting accept: (ContinuedActivity) throws -> Void = { _ in }
    ) throws -> ContinuedActivity {
        let activity = try desk.handoff.continueActivity(try offered().id, accepting: accept)
        activity.close()
        try network.settle()
        return activity
    }
}
