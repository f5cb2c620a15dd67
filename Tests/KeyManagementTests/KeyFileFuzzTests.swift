import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

/// Mutants of keybag and record, as they are and with codes made anew by an attacker who has the
/// device key: nothing may crash, and no mutant may open what it should not.
@Suite("Fuzzing keybag and attempts")
struct KeyFileFuzzTests {
    private static let seeds: Range<UInt64> = 0..<4
    private static var count: Int { Mutator.iterationCount / seeds.count }

    private let device: SimulatedDevice
    private let disk: InMemoryFileSystem

    init() throws {
        let device = try SimulatedDevice.make(isUnlocked: false)
        self.device = device
        for number in 0..<5 { _ = refusal { try device.unlock("wrong \(number)") } }
        disk = device.memoryFileSystem.crash(.keepAll)
    }

    /// The code of bytes under a key from the device key.
    private func code(_ bytes: [UInt8], purpose: String) throws -> [UInt8] {
        let keyFile = try HostFiles(disk).bytes(device.keyPath)
        let arena = SecureArena()
        let deviceKey = try SecureBytes(count: 32, group: .device, arena: arena) { span in
            span.storeBytes(Array(keyFile[26...]))
        }
        let key = try SecureBytes(count: 32, group: .device, arena: arena)
        let info = "protection-toolkit device 1 \(purpose)".utf8 + device.holder.deviceID.bytes
        try HKDFSHA512.expand(deviceKey, info: Array(info), into: key)
        return try KeyedHash.code(of: bytes.span.bytes, count: 32, key: key)
    }

    /// The record, made to belong to a keybag.
    private func record(of keybag: [UInt8]) throws -> [UInt8] {
        var content = Array(try HostFiles(disk).bytes(device.attemptsPath).dropLast(32))
        content.replaceSubrange(26..<58, with: keybag.suffix(32))
        return content + (try code(content, purpose: "attempt code"))
    }

    @Test("keybags", arguments: seeds)
    func keybag(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let whole = try HostFiles(disk).bytes(SimulatedDevice.keybagPath)
        // A forged limit of attempts may be one that was reached already.
        let refusals: [ErrorCode] = [
            .authenticationFailure, .unsupportedVersion, .deviceKeyMissing, .cipherUnavailable,
            .deviceErased,
        ]
        for round in 0..<Self.count {
            var bytes = mutator.mutate(whole)
            if round % 4 != 0 {
                let content = mutator.damage(Array(whole.dropLast(32)), in: 0..<whole.count - 32)
                bytes = content + (try code(content, purpose: "keybag code"))
            }
            let copy = disk.snapshot()
            try HostFiles(copy).put(bytes, SimulatedDevice.keybagPath)
            if round % 4 != 0 { try HostFiles(copy).put(record(of: bytes), device.attemptsPath) }
            do {
                let restarted = try RestartedDevice(on: copy)
                #expect(bytes == whole || round % 4 != 0, "seed \(seed), round \(round)")
                // The device key's holder may make it lenient, but not open without the passcode.
                let status = try restarted.holder.status()
                #expect(status.state == .beforeFirstUnlock, "seed \(seed), round \(round)")
                try restarted.holder.lock(skippingGrace: true)
                _ = restarted.holder.nextDeadline
            } catch let error as ProtectionError {
                #expect(refusals.contains(error.code), "seed \(seed), round \(round): \(error)")
            }
        }
    }

    @Test("records of wrong passcodes", arguments: seeds)
    func attempts(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let whole = try HostFiles(disk).bytes(device.attemptsPath)
        for round in 0..<Self.count {
            var bytes = mutator.mutate(whole)
            if round % 4 != 0 {
                let content = mutator.mutate(Array(whole.dropLast(32)))
                bytes = content + (try code(content, purpose: "attempt code"))
            }
            let copy = disk.snapshot()
            try HostFiles(copy).put(bytes, device.attemptsPath)
            do {
                let restarted = try RestartedDevice(on: copy)
                let status = try restarted.holder.status()
                if round % 4 == 0, bytes != whole {
                    #expect(status.retryAfter == .seconds(3_600), "seed \(seed), round \(round)")
                }
                let code = refusal { try restarted.unlock("wrong") }
                #expect(
                    code == (status.retryAfter == nil ? .passcodeIncorrect : .passcodeDelayed),
                    "seed \(seed), round \(round)"
                )
            } catch let error as ProtectionError {
                // Only who has the device key can say that the record belongs to another keybag.
                #expect(error.code == .authenticationFailure, "seed \(seed), round \(round)")
                #expect(round % 4 != 0, "seed \(seed), round \(round)")
            }
        }
    }
}
