import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import TestSupport
import Testing
import TrustedDevices

@Suite("Pairing and the loss of power (row H-9)")
struct PowerLossRows {
    /// The disks of both devices at one moment of a pairing.
    private struct Moment {
        let inviter: InMemoryFileSystem
        let joiner: InMemoryFileSystem
    }

    /// The moments before each system call of a pairing, and after the last.
    private static func moments() throws -> [Moment] {
        let faulty = (try FaultyDevice(), try FaultyDevice())
        let a = try TrustingDevice("A", faulty.0.device)
        let b = try TrustingDevice("B", faulty.1.device)
        try a.circle.create(named: "A")
        let moments = Mutex<[Moment]>([])
        let plan = FaultPlan { _, _ in
            let moment = Moment(
                inviter: a.device.memoryFileSystem.snapshot(),
                joiner: b.device.memoryFileSystem.snapshot()
            )
            moments.withLock { $0.append(moment) }
        }
        try faulty.0.run(plan) { try faulty.1.run(plan) { _ = try pair(a, b) } }
        let last = Moment(
            inviter: a.device.memoryFileSystem.snapshot(),
            joiner: b.device.memoryFileSystem.snapshot()
        )
        return moments.withLock { $0 } + [last]
    }

    private static func standing(
        _ disk: InMemoryFileSystem,
        _ choice: PowerLossChoice
    ) throws -> TrustCircle.Standing? {
        let device = try RestartedDevice(on: disk.crash(choice))
        try device.unlock()
        return try TrustCircle { device.documents }.standing()
    }

    @Test(
        "at any call of either: both have each other, or neither, or the joiner knows whom to ask",
        arguments: [PowerLossChoice.dropAll, .keepAll, .seeded(4)]
    )
    func anyCall(choice: PowerLossChoice) throws {
        let moments = try Self.moments()
        #expect(moments.count > 100)
        var seen: Set<String> = []
        for (number, moment) in moments.enumerated() {
            let inviter = try #require(try Self.standing(moment.inviter, choice))
            let joiner = try Self.standing(moment.joiner, choice)
            let isAdded = inviter.membership.devices.count == 2
            switch joiner {
            case nil:
                #expect(!isAdded, "call \(number)")
                seen.insert("neither")
            case .some(let joiner) where joiner.isPending:
                // It knows the inviter, and so whom to ask in its next session.
                #expect(joiner.membership[inviter.own] != nil, "call \(number)")
                #expect(joiner.circle == inviter.circle)
                seen.insert(isAdded ? "pending, added" : "pending")
            case .some(let joiner):
                #expect(isAdded, "call \(number)")
                #expect(joiner.membership.devices == inviter.membership.devices)
                seen.insert("both")
            }
        }
        #expect(seen.isSuperset(of: ["neither", "pending", "both"]))
    }
}
