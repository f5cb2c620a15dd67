import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("The keybag")
struct KeybagTests {
    private let device: SimulatedDevice
    private let disk: InMemoryFileSystem
    private let keybag: [UInt8]
    private let forgery: KeybagForgery

    init() throws {
        device = try .make()
        try device.files.write([1], to: "/a", as: .complete)
        disk = device.memoryFileSystem.crash(.keepAll)
        keybag = try HostFiles(disk).bytes(SimulatedDevice.keybagPath)
        forgery = try KeybagForgery(
            disk,
            keyPath: device.keyPath,
            device: device.holder.deviceID
        )
    }

    /// What starting with these bytes as keybag is refused with.
    private func refusalOfStart(_ bytes: [UInt8]) throws -> ErrorCode? {
        let copy = disk.snapshot()
        try HostFiles(copy).put(bytes, SimulatedDevice.keybagPath)
        return refusal { try RestartedDevice(on: copy) }
    }

    private func forged(_ bytes: [UInt8], at offset: Int) throws -> [UInt8] {
        try forgery.forged(bytes, at: offset)
    }

    /// An attacker who can forge a keybag reads the device key, and can remove the record beside
    /// it.
    private func restartedWithoutRecord(_ disk: InMemoryFileSystem) throws -> RestartedDevice {
        try HostFiles(disk).remove(device.attemptsPath)
        let clock = VirtualClock()
        let restarted = try RestartedDevice(on: disk, clock: clock)
        clock.advance(by: try restarted.holder.status().retryAfter ?? .zero)
        return restarted
    }

    private func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    @Test("as written it opens, also with its code made anew")
    func control() throws {
        #expect(keybag.count == KeybagForgery.Offset.seal + 64)
        #expect(try refusalOfStart(keybag) == nil)
        #expect(try forged([], at: 0) == keybag)
    }

    @Test("a flipped bit of any byte is refused")
    func flips() throws {
        for bit in bitsToFlip(ofBytes: keybag.count) {
            var bytes = keybag
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let code = try refusalOfStart(bytes)
            switch bit / 8 {
            case 8..<14: #expect(code == .unsupportedVersion, "bit \(bit)")
            case 16..<32: #expect(code == .deviceKeyMissing, "bit \(bit)")
            default: #expect(code == .authenticationFailure, "bit \(bit)")
            }
        }
    }

    @Test("every truncation and any longer file is refused")
    func lengths() throws {
        for length in 0..<keybag.count {
            #expect(try refusalOfStart(Array(keybag[..<length])) == .authenticationFailure)
        }
        #expect(try refusalOfStart(keybag + [0]) == .authenticationFailure)
        #expect(try refusalOfStart(keybag + keybag) == .authenticationFailure)
    }

    @Test("another device's keybag is refused, also beside its name or under this one's identifier")
    func foreign() throws {
        let other = try SimulatedDevice.make()
        let foreign = try other.host.bytes(SimulatedDevice.keybagPath)
        #expect(try refusalOfStart(foreign) == .deviceKeyMissing)
        var renamed = foreign
        renamed.replaceSubrange(16..<32, with: device.holder.deviceID.bytes)
        #expect(try refusalOfStart(renamed) == .authenticationFailure)
        // This device's key under the other one's name.
        let copy = disk.snapshot()
        try HostFiles(copy).put(foreign, SimulatedDevice.keybagPath)
        try HostFiles(copy).put(try HostFiles(disk).bytes(device.keyPath), other.keyPath)
        #expect(refusal { try RestartedDevice(on: copy) } == .authenticationFailure)
    }

    @Test("another device's class B public key is refused")
    func publicKey() throws {
        let other = try SimulatedDevice.make()
        var bytes = keybag
        bytes.replaceSubrange(
            80..<112,
            with: try other.host.bytes(SimulatedDevice.keybagPath)[80..<112]
        )
        #expect(try refusalOfStart(bytes) == .authenticationFailure)
    }

    @Test("a missing, planted or directory keybag is refused")
    func missing() throws {
        let gone = disk.snapshot()
        try HostFiles(gone).remove(SimulatedDevice.keybagPath)
        #expect(refusal { try RestartedDevice(on: gone) } == .deviceNotFound)
        try HostFiles(gone).link(SimulatedDevice.keybagPath, to: "/keys")
        #expect(refusal { try RestartedDevice(on: gone) } == .authenticationFailure)
    }

    private static let senselessValues: [(Int, [UInt8])] = [
        (32, [0, 0, 0, 0]), (32, [17, 0, 0, 0]), (36, [7, 0, 0, 0]),
        (36, [1, 0, 16, 0]), (36, [UInt8](repeating: 255, count: 4)),
        (14, [1]), (15, [1]), (40, [0]), (40, [3]), (41, [4]), (42, [1]), (43, [1]),
        (48, [UInt8](repeating: 255, count: 8)),  // no grace at all
        (56, [UInt8](repeating: 255, count: 7) + [127]),  // a time beyond all
        (Offset.slotCount, [0]), (Offset.slotCount, [2]), (Offset.slotCount, [17]),
        (Offset.slot, [0]), (Offset.slot + 1, [4]), (Offset.slot + 1, [2]),
        (Offset.slotCost, [0, 0, 0, 0]), (Offset.slotSalt + 16, [1, 0]),
        (Offset.slotSalt + 16, [255, 255]), (Offset.name, [0]), (Offset.name, [65]),
        (Offset.name + 1, [27]), (Offset.name + 1, [255]),
    ]

    @Test(
        "values that make no sense are refused though they authenticate",
        arguments: senselessValues
    )
    func senseless(offset: Int, bytes: [UInt8]) throws {
        #expect(try refusalOfStart(forged(bytes, at: offset)) == .authenticationFailure)
    }

    typealias Offset = KeybagForgery.Offset

    private static let changesWithDeviceKey: [(Int, [UInt8])] = [
        (32, [2, 0, 0, 0]),  // passes
        (36, [9, 0, 0, 0]),  // memory
        (41, [3]),  // delays
        (44, [9, 0, 0, 0]),  // failures before an erase
        (48, [UInt8](repeating: 1, count: 5) + [0, 0, 0]),  // grace
        (56, [1, 0, 0, 0, 0, 0, 0, 0]),  // auto-lock
        (64, [1, 0, 0, 1, 0, 0, 0, 0]),  // inactivity reboot
        (72, [1, 0, 0, 1, 0, 0, 0, 0]),  // user-inactive time
        (Offset.publicKey, [9] + [UInt8](repeating: 0, count: 31)),  // class B's public key
        (Offset.generation, [9]),
        (Offset.wraps, [9]), (Offset.wraps + 5 * 72, [9]),
        (Offset.slot, [9]),  // number
        (Offset.slotCost, [2, 0, 0, 0]), (Offset.slotCost + 4, [9, 0, 0, 0]),
        (Offset.slotSalt, [UInt8](repeating: 7, count: 16)),
        (Offset.slotWrap, [9]), (Offset.name + 1, Array("Passcode".utf8)),
        (Offset.seal, [9]),
    ]

    @Test(
        "with the device key nothing can be changed that a passcode then accepts",
        arguments: changesWithDeviceKey
    )
    func changed(offset: Int, bytes: [UInt8]) throws {
        let copy = disk.snapshot()
        try HostFiles(copy).put(forged(bytes, at: offset), SimulatedDevice.keybagPath)
        // Beside the record it is refused at once.
        #expect(refusal { try RestartedDevice(on: copy) } == .authenticationFailure)
        let restarted = try restartedWithoutRecord(copy)
        let isOfSlot = (Offset.slot..<Offset.name).contains(offset)
        #expect(
            refusal { try restarted.unlock() }
                == (isOfSlot ? .passcodeIncorrect : .authenticationFailure)
        )
        #expect(try restarted.holder.status().state == .beforeFirstUnlock)
        #expect(refusal { try restarted.files.read("/a") } == .protectedDataUnavailable)
    }

    @Test("control: a keybag with its code made anew opens, also without its record")
    func unchanged() throws {
        let copy = disk.snapshot()
        try HostFiles(copy).put(forged([], at: 0), SimulatedDevice.keybagPath)
        let restarted = try restartedWithoutRecord(copy)
        try restarted.unlock()
        #expect(try restarted.files.read("/a") == [1])
    }

    @Test(
        "a derivation cheaper than any device is made with is refused, and leaves no verifier",
        arguments: [
            (UInt32(1), UInt32(8)), (1, 65_536), (2, 65_535), (16, 8), (1, 1_048_576),
        ]
    )
    func cheapDerivation(passes: UInt32, memory: UInt32) throws {
        for offset in [32, Offset.slotCost] {
            let copy = disk.snapshot()
            let record = try HostFiles(copy).bytes(device.attemptsPath)
            try HostFiles(copy).put(
                forged(little(passes) + little(memory), at: offset),
                SimulatedDevice.keybagPath
            )
            #expect(
                refusal { try StartedHolder(on: copy, derivation: Argon2idDerivation()) }
                    == .authenticationFailure
            )
            #expect(
                refusal {
                    try DeviceRecords(
                        DeviceDirectory("/device", on: copy),
                        keySource: FileDeviceKeySource(
                            folder: "/keys",
                            name: device.holder.deviceID.description,
                            on: copy
                        ),
                        arena: SecureArena()
                    ).statusWhileOff()
                } == .authenticationFailure
            )
            #expect(try HostFiles(copy).bytes(device.attemptsPath) == record)
        }
    }

    @Test("a keybag without a passcode, and with planted keys, is not taken for the device's own")
    func planted() throws {
        let copy = disk.snapshot()
        try HostFiles(copy).put(forgery.planted(), SimulatedDevice.keybagPath)
        #expect(refusal { try RestartedDevice(on: copy) } == .authenticationFailure)
        // An attacker who can also remove the record beside the key is found out by the passcode.
        try HostFiles(copy).remove(device.attemptsPath)
        let restarted = try RestartedDevice(on: copy)
        #expect(refusal { try restarted.unlock() } == .passcodeNotSet)
    }

    @Test("a link in the place of any file that is written anew costs nobody a file")
    func plantedLinks() throws {
        let names = ["/device/.holder", "/device/.keybag.new", "/keys/.KEY.attempts.new"]
        for name in names {
            for victim in [SimulatedDevice.keybagPath, device.keyPath, "/keys/other"] {
                let copy = disk.snapshot()
                let host = HostFiles(copy)
                try host.put([7, 7, 7], "/keys/other")
                let key = device.keyPath.split(separator: "/").last ?? ""
                let planted = name.replacing("KEY", with: key)
                try? host.remove(planted)
                try host.addName(victim, planted)
                let before = try host.bytes(victim)
                // So that the record is written anew, and not in place.
                try host.remove(device.attemptsPath)
                let clock = VirtualClock()
                let restarted = try RestartedDevice(on: copy, clock: clock)
                clock.advance(by: try restarted.holder.status().retryAfter ?? .zero)
                try restarted.unlock()
                #expect(try host.bytes(victim) == before, "\(planted) to \(victim)")
                #expect(try restarted.files.read("/a") == [1])
            }
        }
    }

    @Test("a record that is not a regular file is named, and nothing is written to it")
    func oddRecord() throws {
        let folder = disk.snapshot()
        try HostFiles(folder).remove(device.attemptsPath)
        try folder.makeDirectory(device.attemptsPath, in: nil, permissions: 0o700)
        let link = disk.snapshot()
        try HostFiles(link).remove(device.attemptsPath)
        try HostFiles(link).link(device.attemptsPath, to: SimulatedDevice.keybagPath)
        for disk in [folder, link] {
            let error = #expect(throws: ProtectionError.self) { try RestartedDevice(on: disk) }
            #expect(error?.code == .authenticationFailure)
            #expect(error?.message.contains(device.attemptsPath) == true)
            #expect(try HostFiles(disk).bytes(SimulatedDevice.keybagPath) == keybag)
        }
    }

    @Test(
        "versions and features that are not known are refused as such",
        arguments: [
            (8, [UInt8(SealedFormat.current) - 1, 0]), (8, [UInt8(SealedFormat.current) + 1, 0]),
            (8, [0, 0]), (8, [255, 255]),
            (10, [1, 0, 0, 0]),
            (10, [0, 0, 0, 128]),
        ]
    )
    func future(offset: Int, bytes: [UInt8]) throws {
        #expect(try refusalOfStart(forged(bytes, at: offset)) == .unsupportedVersion)
    }

    @Test("a slot that says it needs no passcode opens nothing")
    func slotOpened() throws {
        let bytes = try forged([0], at: Offset.slot + 1)
        #expect(try refusalOfStart(bytes) == .authenticationFailure)
        let unstretched = [UInt8](repeating: 0, count: 8)
        var content = keybag
        content.replaceSubrange(Offset.slotCost..<Offset.slotSalt, with: unstretched)
        content[Offset.slot + 1] = 0
        let forged = try forged(
            Array(content[Offset.slot..<Offset.slotSalt]),
            at: Offset.slot
        )
        let copy = disk.snapshot()
        try HostFiles(copy).remove(device.attemptsPath)
        try HostFiles(copy).put(forged, SimulatedDevice.keybagPath)
        #expect(refusal { try RestartedDevice(on: copy) } == .authenticationFailure)
    }

    @Test("swapped wraps open nothing")
    func swappedWraps() throws {
        let (device, wraps) = (Offset.deviceWraps, Offset.wraps)
        let volume = Array(keybag[device..<device + 72])
        let none = Array(keybag[device + 72..<device + 144])
        #expect(try refusalOfStart(forged(none + volume, at: device)) == .authenticationFailure)
        // What the device key opens, and the same key under the keybag key.
        let other = Array(keybag[wraps..<wraps + 72])
        #expect(try refusalOfStart(forged(other, at: device)) == .authenticationFailure)
        // Class A and class C.
        let complete = Array(keybag[wraps + 144..<wraps + 216])
        let later = Array(keybag[wraps + 288..<wraps + 360])
        let between = Array(keybag[wraps + 216..<wraps + 288])
        let copy = disk.snapshot()
        let bytes = try forged(later + between + complete, at: wraps + 144)
        try HostFiles(copy).put(bytes, SimulatedDevice.keybagPath)
        let restarted = try restartedWithoutRecord(copy)
        #expect(refusal { try restarted.unlock() } == .authenticationFailure)
        #expect(refusal { try restarted.files.read("/a") } == .protectedDataUnavailable)
    }

    @Test("the device key's own file is refused when damaged")
    func deviceKey() throws {
        let path = device.keyPath
        let key = try HostFiles(disk).bytes(path)
        for bit in bitsToFlip(ofBytes: key.count) {
            let copy = disk.snapshot()
            try HostFiles(copy).flip(bit: bit, of: path)
            #expect(refusal { try RestartedDevice(on: copy) } == .authenticationFailure)
        }
        for length in 0..<key.count {
            let copy = disk.snapshot()
            try HostFiles(copy).put(Array(key[..<length]), path)
            #expect(refusal { try RestartedDevice(on: copy) } == .authenticationFailure)
        }
    }
}
