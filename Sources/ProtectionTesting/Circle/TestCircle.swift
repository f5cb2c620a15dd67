import DeviceSimulation
public import Handoff
import ProtectionModel
import SimulatedNetwork
import Synchronization

/// Several devices of one user for a test: paired, on one clock, with a network in memory between them.
///
/// ```swift
/// let circle = try TestCircle(2)
/// let notes = circle.sender.handoff.service(for: app)
/// let activity = try notes.activity("com.example.notes.editing")
/// try activity.becomeCurrent()
/// #expect(try circle.receiver.handoff.offers().count == 1)
/// ```
///
/// Each is a ``TestDevice``, unlocked; moving the clock of one moves that of all. What they say to each other, and when,
/// follows from the seed.
public final class TestCircle: Sendable {
    /// The devices; the first has founded the circle.
    public let devices: [TestDevice]
    let simulation: SimulatedCircle
    let watch: CircleWatch
    private let members: [CircleMember]

    /// Makes devices and pairs them; what that took is over.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for options that no device can have.
    public init(_ count: Int = 2, options: TestDevice.Options = .init()) throws {
        precondition(count > 1, "a circle to test has two devices at least")
        let seed = options.seed ?? .random(in: 0 ... .max)
        let watch = CircleWatch()
        let simulation = SimulatedCircle(seed: seed) { watch.note($0, at: $1) }
        var devices: [TestDevice] = []
        var members: [CircleMember] = []
        for number in 0..<count {
            var options = options
            options.seed = seed &+ UInt64(number) << 32
            let device = try TestDevice(options, clock: simulation.clock)
            devices.append(device)
            members.append(simulation.add("device \(number + 1)", device.simulation))
        }
        self.devices = devices
        self.members = members
        self.simulation = simulation
        self.watch = watch
        try DeviceMonitor.unseen {
            for member in members.dropFirst() { try simulation.pair(members[0], with: member) }
        }
        for (device, member) in zip(devices, members) {
            device.place.take(member) { [weak simulation, weak member] in
                if let member { simulation?.relaunch(member) }
            }
        }
        network.forget()
        watch.begin(members)
    }

    /// The device that has an activity, as a rule: the first.
    public var sender: TestDevice { devices[0] }

    /// The device that goes on with it, as a rule: the second.
    public var receiver: TestDevice { devices[1] }

    var network: SimulatedNetwork { simulation.network }

    func member(_ device: TestDevice) -> CircleMember {
        members[devices.firstIndex { $0 === device } ?? 0]
    }

    /// The seed that repeats this circle.
    public var seed: UInt64 { sender.seed }

    /// How many messages the devices have sent so far, advertisements and frames of sessions.
    public var messageCount: Int { network.carried.count }

    /// Moves the clock of all devices, and lets happen what is due.
    ///
    /// - Precondition: `duration` is not negative.
    public func advance(by duration: Duration) { sender.advance(by: duration) }

    /// Lets all devices have sessions with each other, in which they hear what they have missed.
    ///
    /// - Throws: `ProtectionError` as the sessions.
    public func meet() throws {
        for (index, from) in members.enumerated() {
            for to in members.dropFirst(index + 1) { try simulation.meet(from, to) }
        }
    }

    /// One device removes another from the circle; then those that are left meet.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` unless the device is unlocked.
    public func remove(_ device: TestDevice, by remover: TestDevice) throws {
        try simulation.unpair(member(device), by: member(remover))
    }
}

extension TestDevice {
    /// The activities of a device of a ``TestCircle``; a crash begins them anew.
    ///
    /// - Precondition: the device belongs to a ``TestCircle``.
    public var handoff: DeviceHandoff {
        guard let member = place.member else { preconditionFailure("take it from a TestCircle") }
        return member.handoff
    }
}

/// The place of a device among others, if it has one.
final class DevicePlace: Sendable {
    private struct State {
        var member: CircleMember?
        var relaunch: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    var member: CircleMember? { state.withLock { $0.member } }

    func take(_ member: CircleMember, relaunching relaunch: @escaping @Sendable () -> Void) {
        state.withLock { $0 = State(member: member, relaunch: relaunch) }
    }

    /// The process that the device's activities were in has ended.
    func relaunch() { state.withLock { $0.relaunch }() }
}
