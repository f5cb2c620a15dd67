import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("The replacement of a keybag")
struct KeybagReplacementTests {
    enum Replacement: CaseIterable { case change, remove, set }

    private func replace(_ replacement: Replacement, on device: SimulatedDevice) throws {
        switch replacement {
        case .change: try device.changePasscode(to: "new")
        case .remove: try device.removePasscode()
        case .set: try device.setPasscode("new")
        }
    }

    @Test(
        "an old keybag is not taken beside the newer record, and no guess is counted",
        arguments: Replacement.allCases
    )
    func oldKeybag(replacement: Replacement) throws {
        let device = try SimulatedDevice.make(hasPasscode: replacement != .set) {
            $0.maximumFailedAttempts = 1
        }
        let old = try device.host.bytes(SimulatedDevice.keybagPath)
        try replace(replacement, on: device)
        let copy = device.memoryFileSystem.crash(.keepAll)
        let record = try HostFiles(copy).bytes(device.attemptsPath)
        let present = try HostFiles(copy).bytes(SimulatedDevice.keybagPath)
        try HostFiles(copy).put(old, SimulatedDevice.keybagPath)
        let error = #expect(throws: ProtectionError.self) { try RestartedDevice(on: copy) }
        #expect(error?.code == .authenticationFailure)
        #expect(error?.message.contains(device.attemptsPath) == true)
        #expect(try HostFiles(copy).bytes(device.attemptsPath) == record)
        // With the present one back, it is the same device.
        try HostFiles(copy).put(present, SimulatedDevice.keybagPath)
        let restarted = try RestartedDevice(on: copy)
        if replacement != .remove { try restarted.unlock("new") }
        #expect(try restarted.holder.status().state == .unlocked)
    }

    @Test(
        "a keybag of a change that never happened is not taken after the next start",
        arguments: Replacement.allCases
    )
    func abandonedKeybag(replacement: Replacement) throws {
        let faulty = try FaultyDevice(hasPasscode: replacement != .set)
        let device = faulty.device
        let old = try device.host.bytes(SimulatedDevice.keybagPath)
        let snapshots = try faulty.snapshots { try replace(replacement, on: device) }
        let new = try device.host.bytes(SimulatedDevice.keybagPath)
        for snapshot in snapshots {
            let disk = snapshot.crash(.keepAll)
            let files = HostFiles(disk)
            let present = try files.bytes(SimulatedDevice.keybagPath)
            _ = try RestartedDevice(on: disk)
            let settled = disk.crash(.dropAll)
            try HostFiles(settled).put(present == old ? new : old, SimulatedDevice.keybagPath)
            #expect(refusal { try RestartedDevice(on: settled) } == .authenticationFailure)
        }
    }

    @Test(
        "a power loss during a replacement leaves the old keybag or the new",
        arguments: Replacement.allCases
    )
    func crash(replacement: Replacement) throws {
        let faulty = try FaultyDevice(hasPasscode: replacement != .set)
        let device = faulty.device
        try device.files.write([1], to: "/a", as: .complete)
        let snapshots = try faulty.snapshots { try replace(replacement, on: device) }
        #expect(snapshots.count > 15)
        var seen: Set<String> = []
        for (index, snapshot) in snapshots.enumerated() {
            for choice in snapshot.enumerateCrashStates(
                limit: isExhaustive ? 16 : 5,
                seed: UInt64(index)
            ) {
                let restarted = try RestartedDevice(on: snapshot.crash(choice))
                let found = try passcode(of: restarted)
                seen.insert(found)
                if index == snapshots.count - 1 {
                    #expect(found == (replacement == .remove ? "none" : "new"))
                }
                #expect(try restarted.files.read("/a") == [1])
                #expect(try restarted.files.check().isClean)
            }
        }
        #expect(seen.count == 2)
    }

    @Test(
        "a change after one that an error broke off, and that breaks off itself, leaves a device that opens",
        arguments: 0..<4
    )
    func faultsTwice(offset: Int) throws {
        let count = try changeCallCount()
        let step = isExhaustive ? 4 : 16
        for first in 0..<count {
            for second in stride(
                from: (first + offset * (step / 4)) % step,
                to: count,
                by: step
            ) {
                let faulty = try FaultyDevice()
                let device = faulty.device
                try device.files.write([1], to: "/a", as: .complete)
                faulty.run(FaultPlan([.call(first): .diskError])) {
                    _ = refusal { try device.changePasscode(to: "new") }
                }
                let present = refusal { try device.unlock() } == nil ? nil : "new"
                faulty.run(FaultPlan([.call(second): .stop])) {
                    _ = refusal {
                        try device.changePasscode(
                            present ?? SimulatedDevice.passcode,
                            to: "newer"
                        )
                    }
                }
                let restarted = try RestartedDevice(on: device.memoryFileSystem.crash(.keepAll))
                let opens = [SimulatedDevice.passcode, "new", "newer"].contains {
                    passcode in refusal { try restarted.unlock(passcode) } == nil
                }
                #expect(opens, "calls \(first) and \(second)")
                #expect(try restarted.files.read("/a") == [1], "calls \(first) and \(second)")
            }
        }
    }

    /// Which passcode opens a device, after which it is open.
    private func passcode(of device: RestartedDevice) throws -> String {
        guard try device.holder.status().hasPasscode else { return "none" }
        if refusal({ try device.unlock() }) == nil {
            #expect(refusal { try device.unlock("new") } == .passcodeIncorrect)
            return "old"
        }
        try device.unlock("new")
        return "new"
    }

    @Test(
        "an error at any call of a replacement leaves a device that opens",
        arguments: [true, false]
    )
    func faults(isFull: Bool) throws {
        let count = try changeCallCount()
        for call in 0..<count {
            let faulty = try FaultyDevice()
            let device = faulty.device
            try device.files.write([1], to: "/a", as: .complete)
            let plan = FaultPlan([.call(call): isFull ? .diskFull : .diskError])
            faulty.run(plan) { _ = refusal { try device.changePasscode(to: "new") } }
            let restarted = try RestartedDevice(on: device.memoryFileSystem.crash(.keepAll))
            _ = try passcode(of: restarted)
            #expect(try restarted.files.read("/a") == [1])
            // In the running device too one of the two is right.
            try device.lock()
            if refusal({ try device.unlock() }) != nil { try device.unlock("new") }
            #expect(try device.files.read("/a") == [1])
        }
    }

    private func changeCallCount() throws -> Int {
        let faulty = try FaultyDevice()
        return try faulty.callCount { try faulty.device.changePasscode(to: "new") }
    }

    @Test("the old keybag is overwritten after a change")
    func overwritten() throws {
        let device = try SimulatedDevice.make()
        let keybag = try device.host.bytes(SimulatedDevice.keybagPath)
        let file = try device.memoryFileSystem.open(
            SimulatedDevice.keybagPath,
            in: nil,
            [],
            permissions: 0
        )
        defer { device.memoryFileSystem.close(file) }
        try device.changePasscode(to: "new")
        var bytes = [UInt8](repeating: 1, count: keybag.count)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        #expect(try device.memoryFileSystem.read(file, into: &raw, at: 0) == keybag.count)
        #expect(bytes.allSatisfy { $0 == 0 })
    }
}
