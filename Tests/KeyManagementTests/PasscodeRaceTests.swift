import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("What comes between the parts of a passcode change")
struct PasscodeRaceTests {
    enum Change: CaseIterable {
        case set, change, remove

        func device() throws -> FaultyDevice { try FaultyDevice(hasPasscode: self != .set) }

        func make(_ device: SimulatedDevice) throws {
            switch self {
            case .set: try device.setPasscode("new")
            case .change: try device.changePasscode(to: "new")
            case .remove: try device.removePasscode()
            }
        }

        /// Makes the change, with `event` between the check of the old passcode and the writing.
        func make(_ faulty: FaultyDevice, during event: @escaping @Sendable () -> Void) throws {
            // Of the record of attempts: set clears it first, the others count a guess and clear
            // it.
            let last = self == .set ? 1 : 2
            let plan = FaultPlan { [faults = faulty.faults] _, call in
                if call == .write, faults.callCount(of: .write) == last { event() }
            }
            try faulty.run(plan) { try make(faulty.device) }
        }
    }

    /// Runs something four times at once, on a device whose derivations take long enough to meet.
    ///
    /// - Returns: the numbers of those that were done, and the device.
    private func atOnce(
        _ change: Change,
        _ body: @escaping @Sendable (SimulatedDevice, Int) throws -> Void
    ) throws -> ([Int], SimulatedDevice) {
        let cost = try Argon2id.Cost(passes: 1, memoryKiB: 8_192)
        let device = try SimulatedDevice.make(hasPasscode: change != .set) {
            $0.delays = .none
            $0.derivationCost = cost
        }
        let codes = Mutex<[Int: ErrorCode?]>([:])
        let threads = try (0..<4).map { number in
            try SystemThread {
                let code = refusal { try body(device, number) }
                codes.withLock { $0[number] = .some(code) }
            }
        }
        for thread in threads { thread.finish() }
        let all = codes.withLock { $0 }
        let refused: [ErrorCode] =
            change == .set ? [.alreadyExists] : [.passcodeIncorrect, .passcodeNotSet]
        #expect(all.count == 4)
        #expect(all.values.allSatisfy { $0.map(refused.contains) ?? true })
        return (all.keys.filter { all[$0] == .some(nil) }, device)
    }

    private static let names = (0..<4).map { "new \($0)" }

    /// The passcode of a device, as what lies on its disk says; "none" without one.
    private func passcode(of device: SimulatedDevice, among all: [String]) throws -> String? {
        let restarted = try RestartedDevice(on: device.memoryFileSystem.crash(.keepAll))
        guard try restarted.holder.status().hasPasscode else { return "none" }
        return all.first { text in refusal { try restarted.unlock(text) } == nil }
    }

    /// The passcode that the running device takes.
    private func runningPasscode(of device: SimulatedDevice, among all: [String]) throws -> String?
    {
        guard try device.holder.status().hasPasscode else { return "none" }
        return all.first { text in
            refusal {
                try device.lock()
                try device.unlock(text)
            } == nil
        }
    }

    @Test("of changes made at once one is made, and the others are told that it was not theirs")
    func changesAtOnce() throws {
        let (done, device) = try atOnce(.change) { device, number in
            try device.changePasscode(to: Self.names[number])
        }
        try #require(done.count == 1)
        #expect(try passcode(of: device, among: Self.names) == Self.names[done[0]])
        #expect(try runningPasscode(of: device, among: Self.names) == Self.names[done[0]])
    }

    @Test("of first passcodes set at once one is set")
    func setsAtOnce() throws {
        let (done, device) = try atOnce(.set) { device, number in
            try device.setPasscode(Self.names[number])
        }
        try #require(done.count == 1)
        #expect(try passcode(of: device, among: Self.names) == Self.names[done[0]])
        #expect(try runningPasscode(of: device, among: Self.names) == Self.names[done[0]])
    }

    @Test("of changes and removals at once one is made, and memory and disk agree")
    func changesAndRemovalsAtOnce() throws {
        let (done, device) = try atOnce(.remove) { device, number in
            if number % 2 == 0 {
                try device.removePasscode()
            } else {
                try device.changePasscode(to: Self.names[number])
            }
        }
        try #require(done.count == 1)
        let expected = done[0] % 2 == 0 ? "none" : Self.names[done[0]]
        #expect(try passcode(of: device, among: Self.names) == expected)
        #expect(try runningPasscode(of: device, among: Self.names) == expected)
    }

    @Test(
        "a lock during a removal stays: the passcode stays too",
        arguments: Situation.allCases.filter { $0 != .noPasscode }
    )
    func lockDuringRemoval(situation: Situation) throws {
        let faulty = try Change.remove.device()
        let device = faulty.device
        try device.files.write([1], to: "/a", as: .complete)
        try situation.enter(device)
        #expect(
            refusal {
                try Change.remove.make(faulty, during: { try? device.lock() })
            } == .busy
        )
        #expect(try device.holder.status().state != .unlocked)
        #expect(try device.holder.status().hasPasscode)
        #expect(refusal { try device.files.read("/a") } == .protectedDataUnavailable)
        #expect(try passcode(of: device, among: [SimulatedDevice.passcode]) != "none")
        try device.unlock()
        #expect(try device.files.read("/a") == [1])
        try device.removePasscode()
        #expect(try device.holder.status().state == .unlocked)
    }

    @Test("a device that locks itself during a removal stays locked", arguments: [true, false])
    func autoLockDuringRemoval(isNoticed: Bool) throws {
        let faulty = try FaultyDevice { $0.autoLock = .seconds(300) }
        let device = faulty.device
        let code = refusal {
            try Change.remove.make(faulty) {
                device.clock.advance(by: .seconds(300))
                if isNoticed { device.holder.advance() }
            }
        }
        #expect(code == .busy)
        #expect(try device.holder.status().state == .locking)
        #expect(try device.holder.status().hasPasscode)
    }

    @Test("a lock while the first passcode is set is not passed over")
    func lockDuringSet() throws {
        let faulty = try Change.set.device()
        let device = faulty.device
        #expect(refusal { try Change.set.make(faulty, during: { try? device.lock() }) } == .busy)
        #expect(try !device.holder.status().hasPasscode)
        #expect(try passcode(of: device, among: []) == "none")
        try device.setPasscode("new")
        #expect(try runningPasscode(of: device, among: ["new"]) == "new")
    }

    @Test("a lock during a change stays, and the change is made")
    func lockDuringChange() throws {
        let faulty = try Change.change.device()
        let device = faulty.device
        try device.files.write([1], to: "/a", as: .complete)
        try Change.change.make(faulty, during: { try? device.lock() })
        #expect(try device.holder.status().state == .locked)
        #expect(refusal { try device.files.read("/a") } == .protectedDataUnavailable)
        #expect(refusal { try device.unlock() } == .passcodeIncorrect)
        try device.unlock("new")
        #expect(try device.files.read("/a") == [1])
    }

    @Test(
        "a restart or power-off during a change leaves memory and disk agreed",
        arguments: Change.allCases
    )
    func restart(change: Change) throws {
        for isOff in [false, true] {
            let faulty = try change.device()
            let device = faulty.device
            let code = refusal {
                try change.make(faulty) {
                    if isOff { try? device.holder.shutDown() } else { try? device.holder.reboot() }
                }
            }
            #expect(code == (isOff ? .deviceOff : change == .change ? nil : .busy))
            if isOff { try device.holder.boot() }
            let all = [SimulatedDevice.passcode, "new"]
            #expect(
                try passcode(of: device, among: all) == runningPasscode(of: device, among: all)
            )
        }
    }

    @Test("two failing calls in a row leave memory and disk agreed", arguments: Change.allCases)
    func twoFaults(change: Change) throws {
        let all = [SimulatedDevice.passcode, "new"]
        let whole = try change.device()
        let count = try whole.callCount { try change.make(whole.device) }
        for call in 0..<count {
            let faulty = try change.device()
            let device = faulty.device
            let plan = FaultPlan([.call(call): .diskError, .call(call + 1): .diskError])
            faulty.run(plan) { _ = refusal { try change.make(device) } }
            let onDisk = try passcode(of: device, among: all)
            #expect(onDisk != nil)
            #expect(try runningPasscode(of: device, among: all) == onDisk, "call \(call)")
        }
    }
}
