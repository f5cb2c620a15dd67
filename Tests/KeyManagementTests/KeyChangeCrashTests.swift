import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("A power loss while keys and settings are changed")
struct KeyChangeCrashTests {
    /// What is done to a device that has a passcode and two key files, the second with the number 3.
    enum Change: CaseIterable {
        case addKeyFile, addPasscode, addRecoveryKey, removeKeyFile, rename, settings, recover, unlock

        func make(on keys: KeyRing) throws {
            switch self {
            case .addKeyFile: try keys.add(.keyFile, 3, named: "third")
            case .addPasscode: try keys.addPasscode("bob's", named: "bob")
            case .addRecoveryKey: try keys.add(.recoveryKey, 5, named: "paper")
            case .removeKeyFile: try keys.remove(3)
            case .rename: try keys.holder.renameKey(3, to: "other")
            case .settings:
                var settings = keys.holder.settings
                settings.autoLock = .seconds(60)
                try keys.holder.changeSettings(settings)
            case .recover: try keys.recover("new", 4)
            case .unlock: try keys.unlock(.keyFile)
            }
        }

        /// Whether it was made, on a device that was started anew.
        func isMade(on keys: KeyRing) throws -> Bool {
            func opens(_ unlock: () throws -> Void) -> Bool { refusal { try unlock() } == nil }
            return switch self {
            case .addKeyFile: opens { try keys.unlock(.keyFile, 3) }
            case .addPasscode: opens { try keys.holder.unlock(try keys.passcode("bob's")) }
            case .addRecoveryKey: opens { try keys.unlock(.recoveryKey, 5) }
            case .removeKeyFile: !opens { try keys.unlock(.keyFile, 2) }
            case .rename, .unlock: true
            case .settings: keys.holder.settings.autoLock == .seconds(60)
            case .recover: opens { try keys.holder.unlock(try keys.passcode("new")) }
            }
        }
    }

    private func faultyDevice() throws -> FaultyDevice {
        let faulty = try FaultyDevice()
        try faulty.device.files.write([1], to: "/a", as: .complete)
        let keys = KeyRing(faulty.device.holder)
        try keys.add(.keyFile, 1, named: "first")
        try keys.add(.keyFile, 2, named: "second")
        try keys.add(.recoveryKey, 4)
        return faulty
    }

    /// Every slot that was there opens, and what was acknowledged is there.
    private func expectWhole(
        _ disk: InMemoryFileSystem,
        _ change: Change,
        isAcknowledged: Bool,
        _ context: String
    ) throws {
        let restarted = try RestartedDevice(on: disk)
        let keys = KeyRing(restarted.holder)
        let isMade = try change.isMade(on: keys)
        #expect(isMade || !isAcknowledged, "\(context)")
        try keys.unlock(.keyFile)
        try keys.unlock(.recoveryKey, 4)
        if change != .recover || !isMade { try restarted.unlock() }
        if change != .removeKeyFile { try keys.unlock(.keyFile, 2) }
        #expect(try restarted.files.read("/a") == [1], "\(context)")
    }

    @Test("at any call loses no key that was acknowledged", arguments: Change.allCases)
    func crash(change: Change) throws {
        let faulty = try faultyDevice()
        let keys = KeyRing(faulty.device.holder)
        let snapshots = try faulty.snapshots { try change.make(on: keys) }
        #expect(snapshots.count > (change == .unlock ? 3 : 15))
        for (index, snapshot) in snapshots.enumerated() {
            let isLast = index == snapshots.count - 1
            for choice in snapshot.enumerateCrashStates(limit: 8, seed: UInt64(index)) {
                try expectWhole(
                    snapshot.crash(choice),
                    change,
                    isAcknowledged: isLast,
                    "call \(index)"
                )
            }
        }
    }

    @Test(
        "an error at any call leaves the device with what it says",
        arguments: Change.allCases,
        [true, false]
    )
    func faults(change: Change, isFull: Bool) throws {
        let counting = try faultyDevice()
        let count = try counting.callCount {
            try change.make(on: KeyRing(counting.device.holder))
        }
        for call in 0..<count {
            let faulty = try faultyDevice()
            let keys = KeyRing(faulty.device.holder)
            var isAcknowledged = false
            faulty.run(FaultPlan([.call(call): isFull ? .diskFull : .diskError])) {
                isAcknowledged = refusal { try change.make(on: keys) } == nil
            }
            // The running device, and the one that starts again.
            if change != .recover || !isAcknowledged {
                try faulty.device.lock()
                if refusal({ try faulty.device.unlock() }) != nil {
                    try faulty.device.unlock("new")
                }
                #expect(try faulty.device.files.read("/a") == [1])
            }
            try expectWhole(
                faulty.device.memoryFileSystem.crash(.keepAll),
                change,
                isAcknowledged: isAcknowledged,
                "call \(call)"
            )
        }
    }
}

@Suite("Changing the settings of a device")
struct SettingsChangeTests {
    private let device: SimulatedDevice

    init() throws { device = try .make() }

    private func change(_ body: (inout DeviceSettings) -> Void) throws {
        var settings = device.holder.settings
        body(&settings)
        try device.holder.changeSettings(settings)
    }

    @Test("takes effect at once, and after a restart")
    func effect() throws {
        try device.files.write([1], to: "/a", as: .complete)
        try change {
            $0.autoLock = .seconds(5)
            $0.grace = .zero
        }
        device.advance(by: .seconds(5))
        #expect(try device.holder.status().state == .locked)
        try device.holder.reboot()
        try device.unlock()
        device.advance(by: .seconds(5))
        #expect(try device.holder.status().state == .locked)
        try device.unlock()
        #expect(try device.files.read("/a") == [1])
    }

    @Test("needs an unlocked device, in its grace, too, not")
    func locked() throws {
        try device.holder.lock(skippingGrace: false)
        #expect(refusal { try change { $0.autoLock = nil } } == .protectedDataUnavailable)
        try device.lock()
        #expect(refusal { try change { $0.autoLock = nil } } == .protectedDataUnavailable)
        try device.holder.reboot()
        #expect(refusal { try change { $0.autoLock = nil } } == .protectedDataUnavailable)
        try device.holder.shutDown()
        #expect(refusal { try change { $0.autoLock = nil } } == .deviceOff)
    }

    @Test("leaves the cipher and the cost of a guess as they were made")
    func lasting() throws {
        try change {
            $0.suite = $0.suite == .aes256GCM ? .chacha20Poly1305 : .aes256GCM
            $0.derivationCost = .moderate
        }
        #expect(device.holder.settings.derivationCost == .minimum)
        try device.lock()
        try device.unlock()
    }

    @Test(
        "refuses a time that cannot be kept",
        arguments: [Duration.seconds(-1), .seconds(3_153_600_001)]
    )
    func times(time: Duration) throws {
        #expect(refusal { try change { $0.grace = time } } == .invalidArgument)
        #expect(refusal { try change { $0.autoLock = time } } == .invalidArgument)
    }

    @Test("works without a passcode, and no rule of a profile is loosened by it")
    func rules() throws {
        let open = try SimulatedDevice.make(hasPasscode: false)
        var settings = open.holder.settings
        settings.autoLock = .seconds(9)
        try open.holder.changeSettings(settings)
        #expect(open.holder.settings.autoLock == .seconds(9))
        var rules = PasscodeRules()
        rules.maximumInactivity = .seconds(60)
        try device.holder.setPasscodeRules(rules)
        try change { $0.autoLock = .seconds(600) }
        #expect(device.holder.settings.autoLock == .seconds(60))
    }
}
