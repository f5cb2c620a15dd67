import Dispatch
import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Wrong passcodes")
struct WrongPasscodeTests {
    private func guess(_ device: SimulatedDevice, _ numbers: Range<Int>) {
        for number in numbers {
            while refusal({ try device.unlock("wrong \(number)") }) == .passcodeDelayed {
                device.advance(by: .seconds(60))
            }
        }
    }

    @Test(
        "row 67: after ten distinct wrong passcodes the device erases itself, and no file is rewritten"
    )
    func erase() throws {
        let device = try SimulatedDevice.make(changing: { $0.maximumFailedAttempts = 10 })
        try device.files.write([4], to: "/d", as: ProtectionClass.none)
        try device.lock()
        let sealed = try device.host.allBytes()
        let handle = try device.files.open("/d")
        guess(device, 0..<9)
        #expect(try device.files.read("/d") == [4])
        guess(device, 9..<10)
        #expect(device.takeEvents().last?.kind == .erased)
        #expect(try device.host.allBytes() == sealed)
        #expect(try device.host.names("/keys") == [])
        #expect(refusal { try device.files.read("/d") } == .deviceErased)
        #expect(refusal { try handle.read(at: 0, count: 1) } == .handleClosed)
        #expect(refusal { try device.unlock() } == .deviceErased)
        #expect(refusal { try device.holder.boot() } == .deviceErased)
        #expect(refusal { try device.crash() } == .deviceErased)
    }

    @Test("row 68: the same wrong passcode counts once, however often and in whatever order")
    func same() throws {
        let device = try SimulatedDevice.make(isUnlocked: false)
        for _ in 0..<20 {
            #expect(refusal { try device.unlock("wrong") } == .passcodeIncorrect)
        }
        #expect(try device.holder.status().failedAttempts == 1)
        for round in 0..<12 {
            #expect(
                refusal { try device.unlock(["a", "b", "wrong"][round % 3]) } == .passcodeIncorrect
            )
        }
        #expect(try device.holder.status().failedAttempts == 3)
        try device.holder.reboot()
        #expect(refusal { try device.unlock("b") } == .passcodeIncorrect)
        #expect(try device.holder.status().failedAttempts == 3)
    }

    @Test("a known wrong passcode costs no second delay")
    func sameAfterDelay() throws {
        let device = try SimulatedDevice.make(isUnlocked: false)
        guess(device, 0..<5)
        device.advance(by: .seconds(60))
        #expect(refusal { try device.unlock("wrong 4") } == .passcodeIncorrect)
        #expect(try device.holder.status().retryAfter == nil)
        #expect(try device.holder.status().failedAttempts == 5)
        try device.unlock()
    }

    @Test("row 69: after the fifth, within a minute, nothing is evaluated, right or wrong")
    func delayed() throws {
        let device = try SimulatedDevice.make(isUnlocked: false)
        guess(device, 0..<5)
        for _ in 0..<5 {
            device.advance(by: .seconds(11))
            #expect(refusal { try device.unlock() } == .passcodeDelayed)
            #expect(refusal { try device.unlock("wrong 9") } == .passcodeDelayed)
            #expect(refusal { try device.changePasscode(to: "x") } == .passcodeDelayed)
            #expect(refusal { try device.removePasscode() } == .passcodeDelayed)
        }
        #expect(try device.holder.status().retryAfter == .seconds(5))
        #expect(try device.holder.status().failedAttempts == 5)
        device.advance(by: .seconds(5))
        try device.unlock()
    }

    enum Ending: CaseIterable { case reboot, shutDown, crash }

    @Test("row 70: count and delay survive, and the delay starts anew", arguments: Ending.allCases)
    func restart(ending: Ending) throws {
        let device = try SimulatedDevice.make(isUnlocked: false)
        guess(device, 0..<5)
        device.advance(by: .seconds(59))
        switch ending {
        case .reboot: try device.holder.reboot()
        case .shutDown:
            try device.holder.shutDown()
            try device.holder.boot()
        case .crash: try device.crash()
        }
        #expect(try device.holder.status().failedAttempts == 5)
        #expect(try device.holder.status().retryAfter == .seconds(60))
        device.advance(by: .seconds(59))
        #expect(refusal { try device.unlock() } == .passcodeDelayed)
        device.advance(by: .seconds(1))
        #expect(refusal { try device.unlock("wrong 0") } == .passcodeIncorrect)
        #expect(try device.holder.status().failedAttempts == 5)
        try device.unlock()
        try device.crash()
        #expect(try device.holder.status().failedAttempts == 0)
    }

    @Test("a missing or damaged record counts as the longest delay", arguments: DelayTable.allCases)
    func lostRecord(table: DelayTable) throws {
        let device = try SimulatedDevice.make(isUnlocked: false, changing: { $0.delays = table })
        guess(device, 0..<2)
        let disk = device.memoryFileSystem.crash(.keepAll)
        let record = try HostFiles(disk).bytes(device.attemptsPath)
        func expectLongestDelay(_ damage: (HostFiles) throws -> Void) throws {
            let copy = disk.snapshot()
            try damage(HostFiles(copy))
            let restarted = try RestartedDevice(on: copy)
            #expect(try restarted.holder.status().retryAfter == table.longest)
            #expect(
                refusal { try restarted.unlock() }
                    == (table.longest == nil ? nil : .passcodeDelayed)
            )
        }
        try expectLongestDelay { try $0.remove(device.attemptsPath) }
        for bit in bitsToFlip(ofBytes: record.count) {
            try expectLongestDelay { try $0.flip(bit: bit, of: device.attemptsPath) }
        }
        for length in 0..<record.count {
            try expectLongestDelay { try $0.put(Array(record[..<length]), device.attemptsPath) }
        }
        try expectLongestDelay { try $0.put(record + [0], device.attemptsPath) }
        let other = try SimulatedDevice.make()
        try expectLongestDelay {
            try $0.put(try other.host.bytes(other.attemptsPath), device.attemptsPath)
        }
    }

    @Test("a guess that the power ends is counted with its delay, or was never made")
    func crash() throws {
        let faulty = try FaultyDevice(isUnlocked: false)
        guess(faulty.device, 0..<4)
        let snapshots = faulty.snapshots { guess(faulty.device, 4..<5) }
        #expect(snapshots.count > 12)
        var outcomes: [String] = []
        for (index, snapshot) in snapshots.enumerated() {
            for choice in snapshot.enumerateCrashStates(limit: 12, seed: UInt64(index)) {
                let status = try RestartedDevice(on: snapshot.crash(choice)).holder.status()
                #expect([nil, .seconds(60)].contains(status.retryAfter))
                let outcome = "\(status.failedAttempts) \(status.retryAfter == nil)"
                if !outcomes.contains(outcome) { outcomes.append(outcome) }
            }
        }
        // Not begun; begun, which costs the delay; found wrong.
        #expect(outcomes == ["4 true", "4 false", "5 false"])
        let last = try RestartedDevice(on: try #require(snapshots.last).crash(.dropAll))
        #expect(try last.holder.status().failedAttempts == 5)
    }

    @Test("a guess that cannot be counted is not evaluated", arguments: 0..<8)
    func fullDisk(call: Int) throws {
        let faulty = try FaultyDevice(isUnlocked: false)
        faulty.run(FaultPlan([.call(call): .diskFull])) {
            let code = refusal { try faulty.device.unlock() }
            // Only the last calls, which close files, cannot fail.
            #expect(code == nil || code == .noSpace)
        }
        try faulty.device.unlock()
    }

    @Test("guesses made at once cannot outrun the delay")
    func atOnce() throws {
        let device = try SimulatedDevice.make(isUnlocked: false)
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            _ = refusal { try device.unlock("wrong \(number)") }
        }
        #expect(try device.holder.status().failedAttempts == 5)
        #expect(try device.holder.status().retryAfter == .seconds(60))
    }

    @Test("an erase finishes at the next start, wherever the power went")
    func eraseCrash() throws {
        let faulty = try FaultyDevice { $0.maximumFailedAttempts = 3 }
        let device = faulty.device
        try device.files.write([4], to: "/d", as: ProtectionClass.none)
        let snapshots = try faulty.snapshots { try device.holder.erase() }
        #expect(try expectErasedOrWhole(device, snapshots) > 10)
        let last = try #require(snapshots.last).crash(.dropAll)
        #expect(refusal { try RestartedDevice(on: last) } == .deviceErased)
    }

    @Test("an erase that wrong passcodes earned finishes too")
    func earnedEraseCrash() throws {
        let faulty = try FaultyDevice(isUnlocked: false) { $0.maximumFailedAttempts = 3 }
        guess(faulty.device, 0..<2)
        try faulty.device.files.write([4], to: "/d", as: ProtectionClass.none)
        let snapshots = faulty.snapshots { guess(faulty.device, 2..<3) }
        #expect(try expectErasedOrWhole(faulty.device, snapshots) > 10)
    }

    /// How many of the states were those of an erased device.
    private func expectErasedOrWhole(
        _ device: SimulatedDevice,
        _ snapshots: [InMemoryFileSystem]
    ) throws -> Int {
        var erased = 0
        for (index, snapshot) in snapshots.enumerated() {
            for choice in snapshot.enumerateCrashStates(limit: 12, seed: UInt64(index)) {
                let disk = snapshot.crash(choice)
                do {
                    let restarted = try RestartedDevice(on: disk)
                    #expect(try restarted.files.read("/d") == [4])
                    try restarted.unlock()
                    #expect(erased == 0 || choice != .keepAll, "an erase went backwards")
                } catch let error as ProtectionError {
                    #expect(error.code == .deviceErased)
                    #expect(
                        try !HostFiles(disk).names("/keys").contains(
                            device.holder.deviceID.description
                        )
                    )
                    erased += 1
                    // And stays so.
                    #expect(
                        refusal { try RestartedDevice(on: disk.crash(.dropAll)) } == .deviceErased
                    )
                }
            }
        }
        return erased
    }
}
