import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("The mark of an erase")
struct EraseMarkTests {
    private static let mark = "/device/.erased"

    private let device: SimulatedDevice
    private let key: [UInt8]
    private let genuine: [UInt8]

    /// A device that was erased, and whose files were put back from a backup.
    init() throws {
        device = try .make()
        key = try device.host.bytes(device.keyPath)
        let keybag = try device.host.bytes("/device/keybag")
        try device.holder.erase()
        genuine = try device.host.bytes(Self.mark)
        try device.host.put(key, device.keyPath)
        try device.host.put(keybag, "/device/keybag")
    }

    enum Forged: CaseIterable {
        case empty, text, zeros, bareHead, otherDevice, otherVersion, longer

        func bytes(_ genuine: [UInt8]) throws -> [UInt8] {
            switch self {
            case .empty: []
            case .text: Array("yes".utf8)
            case .zeros: [UInt8](repeating: 0, count: genuine.count)
            case .bareHead: Array(genuine[..<26])
            case .otherDevice:
                try {
                    let other = try SimulatedDevice.make()
                    try other.holder.erase()
                    return try other.host.bytes(EraseMarkTests.mark)
                }()
            case .otherVersion: Array(genuine[..<8]) + [2, 0] + Array(genuine[10...])
            case .longer: genuine + [0]
            }
        }
    }

    /// Nothing is erased while `mark` lies there, and the device works once it is gone.
    private func expectRefused(_ mark: [UInt8]) throws {
        let disk = device.host.fileSystem.crash(.keepAll)
        try HostFiles(disk).put(mark, Self.mark)
        #expect(refusal { try RestartedDevice(on: disk) } == .authenticationFailure)
        #expect(try HostFiles(disk).bytes(device.keyPath) == key)
        let directory = try OwnedFile("/device", in: nil, .directory, on: disk)
        try disk.unlink(".erased", in: directory.descriptor, folder: false)
        // The record of attempts went with the erase, so that a passcode would have to wait.
        #expect(try RestartedDevice(on: disk).holder.status().state == .beforeFirstUnlock)
    }

    @Test("destroys nothing when it was forged", arguments: Forged.allCases)
    func forged(kind: Forged) throws { try expectRefused(try kind.bytes(genuine)) }

    @Test("destroys nothing when a bit of it is flipped")
    func flipped() throws {
        for index in genuine.indices {
            var mark = genuine
            mark[index] ^= 1 << (index % 8)
            try expectRefused(mark)
        }
    }

    /// What can lie where the key was, without being one.
    enum Remains: CaseIterable {
        case missing, shorter, damagedHead, empty

        func bytes(_ key: [UInt8]) -> [UInt8]? {
            switch self {
            case .missing: nil
            case .shorter: Array(key.dropLast())
            case .damagedHead: Array(key[..<5]) + [0] + Array(key[6...])
            case .empty: []
            }
        }
    }

    @Test("destroys nothing when it is forged and the key cannot tell", arguments: Remains.allCases)
    func withoutKey(remains: Remains) throws {
        for mark in [[], Array("yes".utf8), [UInt8](repeating: 0, count: genuine.count)] {
            let disk = device.memoryFileSystem.crash(.keepAll)
            try HostFiles(disk).put(mark, Self.mark)
            try HostFiles(disk).remove(device.keyPath)
            if let bytes = remains.bytes(key) { try HostFiles(disk).put(bytes, device.keyPath) }
            let before = try HostFiles(disk).allBytes(below: "/keys")
            #expect(refusal { try RestartedDevice(on: disk) } == .authenticationFailure)
            #expect(try HostFiles(disk).allBytes(below: "/keys") == before)
        }
    }

    @Test("spares a key whose head is damaged otherwise than by an erase")
    func damagedHead() throws {
        let disk = device.memoryFileSystem.crash(.keepAll)
        let bytes = Array(key[..<5]) + [0] + Array(key[6...])
        try HostFiles(disk).put(bytes, device.keyPath)
        #expect(refusal { try RestartedDevice(on: disk) } == .authenticationFailure)
        #expect(try HostFiles(disk).bytes(device.keyPath) == bytes)
    }

    @Test("gives way to a genuine one when the device is erased")
    func replaced() throws {
        let device = try SimulatedDevice.make()
        try device.host.put(Array("yes".utf8), Self.mark)
        try device.holder.erase()
        #expect(try device.host.bytes(Self.mark).count == genuine.count)
    }

    @Test("gives way to a genuine one when the key is away while the device is erased")
    func replacedWithoutKey() throws {
        let device = try SimulatedDevice.make()
        let key = try device.host.bytes(device.keyPath)
        try device.host.put(Array("yes".utf8), Self.mark)
        try device.host.remove(device.keyPath)
        try device.holder.erase()
        try device.host.put(key, device.keyPath)
        let disk = device.host.fileSystem.crash(.keepAll)
        #expect(refusal { try RestartedDevice(on: disk) } == .deviceErased)
        #expect(try HostFiles(disk).names("/keys").isEmpty)
    }

    @Test("does not stand for an erase when it is forged and there is no key to make another with")
    func forgedOnDeviceOff() throws {
        let device = try SimulatedDevice.make()
        let key = try device.host.bytes(device.keyPath)
        try device.holder.shutDown()
        try device.host.put(Array("yes".utf8), Self.mark)
        try device.host.remove(device.keyPath)
        #expect(refusal { try device.holder.erase() } == .deviceKeyMissing)
        try device.host.put(key, device.keyPath)
        try device.holder.erase()
        #expect(try device.host.bytes(Self.mark).count == genuine.count)
        #expect(try device.host.names("/keys").isEmpty)
    }

    @Test("destroys a key that is put back beside the erased device")
    func putBack() throws {
        let disk = device.host.fileSystem.crash(.keepAll)
        #expect(refusal { try RestartedDevice(on: disk) } == .deviceErased)
        #expect(try HostFiles(disk).names("/keys").isEmpty)
    }

    @Test("lets the erase go on wherever the overwriting of the key stopped", arguments: 1...58)
    func interrupted(count: Int) throws {
        let disk = device.host.fileSystem.crash(.keepAll)
        try HostFiles(disk).put(
            [UInt8](repeating: 0, count: count) + Array(key[count...]),
            device.keyPath
        )
        #expect(refusal { try RestartedDevice(on: disk) } == .deviceErased)
        #expect(try HostFiles(disk).names("/keys").isEmpty)
    }
}
