import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("A lock during an unlock")
struct UnlockRaceTests {
    /// Runs `event` between the evaluation of a right passcode and the unlock.
    private func unlock(
        _ faulty: FaultyDevice,
        during event: @escaping @Sendable () -> Void,
        _ body: () throws -> Void
    ) throws {
        // The second write clears the record of attempts, after Argon2id.
        let plan = FaultPlan { [faults = faulty.faults] _, call in
            if call == .write, faults.callCount(of: .write) == 2 { event() }
        }
        try faulty.run(plan, body)
    }

    @Test(
        "a lock voids the unlock that was under way",
        arguments: [Situation.beforeFirstUnlock, .grace, .locked, .userInactive]
    )
    func lock(situation: Situation) throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.files.write([1], to: "/a", as: .complete)
        try situation.enter(device)
        try unlock(faulty, during: { try? device.holder.lock(skippingGrace: true) }) {
            #expect(refusal { try device.unlock() } == .busy)
        }
        #expect(try device.holder.status().state != .unlocked)
        #expect(refusal { try device.files.read("/a") } == .protectedDataUnavailable)
        #expect(try device.holder.status().failedAttempts == 0)
        try device.unlock()
        #expect(try device.files.read("/a") == [1])
    }

    @Test("a restart and a power-off void it too")
    func restart() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.lock()
        try unlock(faulty, during: { try? device.holder.reboot() }) {
            #expect(refusal { try device.unlock() } == .busy)
        }
        #expect(try device.holder.status().state == .beforeFirstUnlock)
        try unlock(faulty, during: { try? device.holder.shutDown() }) {
            #expect(refusal { try device.unlock() } == .deviceOff)
        }
        #expect(try device.holder.status().state == .off)
    }

    @Test("a grace that ends meanwhile does not", arguments: [true, false])
    func graceEnds(isNoticed: Bool) throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.files.write([1], to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        try Situation.grace.enter(device)
        let event: @Sendable () -> Void = {
            device.clock.advance(by: .seconds(5))
            if isNoticed { device.holder.advance() }
        }
        try unlock(faulty, during: event) { try device.unlock() }
        #expect(try device.holder.status().state == .unlocked)
        #expect(try device.files.read("/a") == [1])
        #expect(try handle.read(at: 0, count: 1) == [1])
        #expect(
            device.takeEvents().map(\.kind) == [
                .willBecomeUnavailable, .becameUnavailable, .didBecomeAvailable,
            ]
        )
    }

    @Test("nor does it spoil the removal of the passcode")
    func removal() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.files.write([1], to: "/a", as: .complete)
        try Situation.grace.enter(device)
        try unlock(faulty, during: { device.clock.advance(by: .seconds(5)) }) {
            try device.removePasscode()
        }
        #expect(try device.files.read("/a") == [1])
    }

    @Test("the epoch grows with every lock, discard, restart and end")
    func epoch() throws {
        let device = try SimulatedDevice.make()
        var last = device.holder.epoch
        func expectGrown(_ change: () throws -> Void) throws {
            try change()
            #expect(device.holder.epoch > last)
            last = device.holder.epoch
        }
        try expectGrown { try device.holder.lock(skippingGrace: false) }
        try expectGrown { device.advance(by: .seconds(10)) }
        try expectGrown { device.advance(by: SimulatedDevice.userInactiveAfter) }
        try expectGrown { try device.holder.reboot() }
        try expectGrown { try device.holder.shutDown() }
    }
}
