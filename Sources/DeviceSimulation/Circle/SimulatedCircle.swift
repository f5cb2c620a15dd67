package import Handoff
import ProtectedStore
package import ProtectionModel
package import SimulatedNetwork
import Synchronization
import TrustedDevices

/// Simulated devices of one user, on one clock and in one network.
package final class SimulatedCircle: Sendable {
    /// The clock that all devices must have.
    package let clock: VirtualClock
    /// What is between them.
    package let network: SimulatedNetwork
    private let parameters: HandoffParameters
    private let observe: @Sendable (HandoffNotice, String) -> Void
    private let state = Mutex<[CircleMember]>([])

    /// No devices yet; `observing` hears what becomes of activities on each, with its name.
    package init(
        seed: UInt64,
        clock: VirtualClock = VirtualClock(),
        parameters: HandoffParameters = HandoffParameters(),
        observing observe: @escaping @Sendable (HandoffNotice, String) -> Void = { _, _ in }
    ) {
        self.clock = clock
        self.parameters = parameters
        self.observe = observe
        network = SimulatedNetwork(seed: seed, clock: clock) { [clock] in clock.pass($0) }
        clock.follow { [weak network] in network?.deliver() }
    }

    /// The devices, in the order in which they were added.
    package var members: [CircleMember] { state.withLock { $0 } }

    /// Puts a device into the network; it belongs to nobody's circle yet.
    ///
    /// - Precondition: it has the clock of this object, and a name of its own.
    @discardableResult
    package func add(_ name: String, _ device: SimulatedDevice) -> CircleMember {
        precondition(device.clock === clock, "devices that meet have one clock")
        let member = CircleMember(name, device, ways(of: name))
        state.withLock { $0.append(member) }
        connect(member)
        return member
    }

    /// Lets a device go on with nothing in memory, as after a crash: what it was connected to has ended.
    package func relaunch(_ member: CircleMember) {
        member.relaunch(ways(of: member.name))
        connect(member)
    }

    private func ways(of name: String) -> CircleWays {
        CircleWays(
            parameters: parameters,
            carry: { [weak network] in network?.carry($0, from: name) },
            observe: { [observe] in observe($0, name) },
            connect: { [weak self] device in
                guard let self, let other = members.first(where: { $0.id == device.id }) else {
                    throw ProtectionError(.notFound, "nobody answers for '\(device.name)'")
                }
                return try network.connect(from: name, to: other.name)
            }
        )
    }

    private func connect(_ member: CircleMember) {
        network.add(
            member.name,
            SimulatedNetwork.Station { [weak member] bytes in
                _ = try? member?.handoff.receive(bytes)
            } answering: { [weak member] connection in
                try member?.answer(connection)
            }
        )
    }

    // MARK: Meeting

    /// Adds a device to the circle of another, which founds one if it has none; then all that belong to it meet.
    ///
    /// - Throws: ``ProtectionError`` as `TrustCircle.invite()` and `join(with:named:over:)`.
    package func pair(
        _ inviter: CircleMember,
        with joiner: CircleMember
    ) throws(ProtectionError) {
        if try inviter.circle.standing() == nil { try inviter.circle.create(named: inviter.name) }
        let invitation = try inviter.invite()
        defer { inviter.stopInviting() }
        try joiner.join(
            invitation,
            over: try network.connect(from: joiner.name, to: inviter.name)
        )
        meetAll(beginningWith: inviter)
    }

    /// Removes a device from the circle; then the others meet.
    ///
    /// - Throws: ``ProtectionError`` as `TrustCircle.remove(_:)`.
    package func unpair(
        _ device: CircleMember,
        by remover: CircleMember
    ) throws(ProtectionError) {
        guard let id = device.id else {
            throw ProtectionError(.notFound, "'\(device.name)' is in no circle")
        }
        try remover.circle.remove(id)
        meetAll(beginningWith: remover)
    }

    /// Lets two devices have a session, in which each hears what the other knows.
    ///
    /// - Throws: ``ProtectionError`` as `DeviceHandoff.meet(_:)`; `not-found` for one that is no member as far as the first
    ///   knows.
    package func meet(_ from: CircleMember, _ to: CircleMember) throws(ProtectionError) {
        guard let standing = try from.circle.standing(), let id = to.id,
            let other = standing.membership[id]
        else {
            throw ProtectionError(.notFound, "'\(to.name)' is not in the circle of '\(from.name)'")
        }
        try ProtectionError.wrapping { try from.handoff.meet(other) }
    }

    /// Those that cannot be reached hear of it another time.
    private func meetAll(beginningWith first: CircleMember) {
        let others = members.filter { $0 !== first }
        for (index, from) in ([first] + others).enumerated() {
            for to in others.dropFirst(index) { try? meet(from, to) }
        }
    }
}
