import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("A device whose key is lost")
struct LostDeviceKeyTests {
    private let device: SimulatedDevice
    private let disk: InMemoryFileSystem

    init() throws {
        device = try .make()
        try device.files.write([1], to: "/a", as: .complete)
        try device.files.write([2], to: "/d", as: ProtectionClass.none)
        let keys = KeyRing(device.holder)
        try keys.add(.recoveryKey)
        try keys.add(.keyFile, named: "stick")
        let withKey = device.memoryFileSystem.crash(.keepAll)
        try HostFiles(withKey).remove(device.keyPath)
        // Durably gone.
        disk = withKey.crash(.keepAll)
    }

    private func replace(
        on fileSystem: any FileSystem,
        _ kind: KeySlot.Kind = .recoveryKey,
        _ seed: UInt8 = 1
    ) throws {
        let arena = SecureArena()
        let directory = try DeviceDirectory("/device", on: fileSystem)
        let source = FileDeviceKeySource(
            folder: "/keys",
            name: try directory.deviceID().description,
            on: fileSystem
        )
        _ = try LostDeviceKey(
            of: directory,
            keySource: source,
            clock: VirtualClock(),
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: arena
        ).replace(
            openingWith: try KeyRing.key(kind, seed, arena),
            settingPasscode: try Passcode(published: "new", arena: arena)
        )
    }

    private func expectOpens(_ disk: InMemoryFileSystem) throws {
        let restarted = try RestartedDevice(on: disk)
        #expect(try restarted.files.read("/d") == [2])
        try restarted.unlock("new")
        #expect(try restarted.files.read("/a") == [1])
        #expect(try restarted.files.check().isClean)
        let keys = KeyRing(restarted.holder)
        try restarted.holder.lock(skippingGrace: true)
        try keys.unlock(.keyFile)
    }

    @Test("does not start", arguments: [KeySlot.Kind.recoveryKey, .keyFile])
    func replaced(kind: KeySlot.Kind) throws {
        #expect(refusal { try RestartedDevice(on: disk) } == .deviceKeyMissing)
        try replace(on: disk, kind)
        try expectOpens(disk)
        let slots = try disk.keySlots().map { "\($0.number) \($0.kind.word)" }
        #expect(slots == ["2 recovery", "3 file", "1 passcode"])
    }

    @Test("is left alone by a wrong key, and by one of a kind that it does not have")
    func wrong() throws {
        let before = try HostFiles(disk).allBytes()
        #expect(refusal { try replace(on: disk, .recoveryKey, 2) } == .passcodeIncorrect)
        #expect(try HostFiles(disk).allBytes() == before)
    }

    @Test("is not one whose key is there")
    func present() throws {
        let whole = device.memoryFileSystem.crash(.keepAll)
        #expect(refusal { try replace(on: whole) } == .alreadyExists)
    }

    @Test("gets a new one also over what is left of the old one")
    func damaged() throws {
        let key = try device.host.bytes(device.keyPath)
        for bytes in [Array(key.prefix(40)), Array(key.dropLast()) + [key[57] ^ 1]] {
            let copy = disk.snapshot()
            try HostFiles(copy).put(bytes, device.keyPath)
            try replace(on: copy)
            try expectOpens(copy)
        }
        let foreign = disk.snapshot()
        try HostFiles(foreign).put([UInt8](repeating: 7, count: 58), device.keyPath)
        // It may be another device's.
        #expect(refusal { try replace(on: foreign) } == .authenticationFailure)
        #expect(try HostFiles(foreign).bytes(device.keyPath) == [UInt8](repeating: 7, count: 58))
    }

    @Test("is refused when somebody changed the keybag")
    func forged() throws {
        let whole = try HostFiles(disk).bytes(SimulatedDevice.keybagPath)
        for offset in stride(from: 32, to: whole.count - 32, by: 1) {
            let copy = disk.snapshot()
            var bytes = whole
            bytes[offset] ^= 1
            try HostFiles(copy).put(bytes, SimulatedDevice.keybagPath)
            let code = refusal { try replace(on: copy) }
            #expect(
                code == .authenticationFailure || code == .passcodeIncorrect
                    || code == .passcodeNotSet,
                "byte \(offset)"
            )
        }
    }

    @Test("with 16 keys that it would keep loses none, and says so before anything is destroyed")
    func full() throws {
        let full = try SimulatedDevice.make()
        let keys = KeyRing(full.holder)
        for number in 1...15 { try keys.add(.keyFile, UInt8(number), named: "k\(number)") }
        try full.holder.removeKey(1, authorizedBy: try keys.passcode())
        let file = NewKeySlot(name: "paper", try keys.credential(.recoveryKey))
        try full.holder.addKey(file, authorizedBy: try keys.credential(.keyFile))
        let withKey = full.memoryFileSystem.crash(.keepAll)
        try HostFiles(withKey).remove(full.keyPath)
        let before = try HostFiles(withKey).allBytes()
        #expect(refusal { try replace(on: withKey) } == .limitExceeded)
        #expect(try HostFiles(withKey).allBytes() == before)
    }

    @Test("opens after a power loss at any call of its recovery, at the second try at the latest")
    func crash() throws {
        let counting = FaultInjectingFileSystem(disk.snapshot())
        try replace(on: counting)
        for call in 0..<counting.callCount {
            let copy = disk.snapshot()
            let faults = FaultInjectingFileSystem(copy)
            faults.install(FaultPlan([.call(call): .stop]))
            _ = refusal { try replace(on: faults) }
            for choice in copy.enumerateCrashStates(limit: 8, seed: UInt64(call)) {
                let after = copy.crash(choice)
                if refusal({ try RestartedDevice(on: after.snapshot()) }) != nil {
                    try replace(on: after)
                }
                try expectOpens(after)
            }
        }
    }

    @Test("stays erased when it was erased: no recovery key undoes that")
    func erased() throws {
        try device.holder.erase()
        let after = device.memoryFileSystem.crash(.keepAll)
        #expect(refusal { try replace(on: after) } == .authenticationFailure)
        try HostFiles(after).remove("/device/.erased")
        #expect(refusal { try replace(on: after) } == .authenticationFailure)
    }

    @Test("is not taken for an erased one by a mark that anybody could have made")
    func plantedMark() throws {
        let mark =
            Array("PTERASED".utf8) + [1, 0] + device.holder.deviceID.bytes
            + [UInt8](repeating: 7, count: 32)
        try HostFiles(disk).put(mark, "/device/.erased")
        #expect(refusal { try RestartedDevice(on: disk) } == .deviceErased)
        try replace(on: disk)
        #expect(refusal { try RestartedDevice(on: disk) } == .authenticationFailure)
        try HostFiles(disk).remove("/device/.erased")
        try expectOpens(disk)
    }
}
