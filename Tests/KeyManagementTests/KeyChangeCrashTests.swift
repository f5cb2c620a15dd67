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
        case addKeyFile, addPasscode, addRecoveryKey, removeKeyFile, rename, settings, recover,
            unlock

        func make(on keys: KeyRing) throws {
            switch self {
            case .addKeyFile: try keys.add(.keyFile, 3, named: "third")
            case .addPasscode: try keys.addPasscode("bob's", named: "bob")
            case .addRecoveryKey: try keys.add(.recoveryKey, 5, named: "paper")
            case .removeKeyFile: try keys.remove(3)
            case .rename: try keys.holder.renameKey(3, to: "other")
            case .settings:
                var change = SettingsChange()
                change.autoLock = .seconds(60)
                try keys.holder.changeSettings(change, authorizedBy: nil)
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
            for choice in snapshot.enumerateCrashStates(
                limit: isExhaustive ? 8 : 3,
                seed: UInt64(index)
            ) {
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
