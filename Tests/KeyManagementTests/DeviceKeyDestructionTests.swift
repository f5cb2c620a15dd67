import DeviceSimulation
import KeyManagement
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Destroying the device key")
struct DeviceKeyDestructionTests {
    private let device: SimulatedDevice
    private let key: [UInt8]

    init() throws {
        device = try .make()
        key = try device.host.bytes(device.keyPath)
    }

    enum Foreign: CaseIterable {
        case text, otherDevice, otherVersion, longZeros, damagedHead

        func bytes(_ key: [UInt8]) throws -> [UInt8] {
            switch self {
            case .text: Array("dear diary".utf8)
            case .otherDevice:
                try {
                    let other = try SimulatedDevice.make()
                    return try other.host.bytes(other.keyPath)
                }()
            case .otherVersion: Array(key[..<8]) + [2, 0] + Array(key[10...])
            case .longZeros: [UInt8](repeating: 0, count: 10) + Array("PTDEVKEY a disk image".utf8)
            case .damagedHead: [key[0] ^ 1] + Array(key[1...])
            }
        }
    }

    @Test("spares a file that is not this device's key", arguments: Foreign.allCases)
    func foreign(kind: Foreign) throws {
        let bytes = try kind.bytes(key)
        try device.host.put(bytes, device.keyPath)
        let record = try device.host.bytes(device.attemptsPath)
        for _ in 0..<2 {
            #expect(refusal { try device.holder.erase() } == .authenticationFailure)
            #expect(try device.host.bytes(device.keyPath) == bytes)
            #expect(try device.host.bytes(device.attemptsPath) == record)
        }
        // With the right file in its place the erase is finished.
        try device.host.put(key, device.keyPath)
        try device.holder.erase()
        #expect(try device.host.names("/keys").isEmpty)
    }

    @Test("takes a key whose making or overwriting was interrupted", arguments: 0...58)
    func interrupted(count: Int) throws {
        try device.host.put(Array(key[..<count]), device.keyPath)
        try device.holder.erase()
        #expect(try device.host.names("/keys").isEmpty)
    }

    @Test("takes a key that is overwritten and not yet gone, or gone")
    func overwritten() throws {
        try device.host.put([UInt8](repeating: 0, count: key.count), device.keyPath)
        try device.holder.erase()
        #expect(try device.host.names("/keys").isEmpty)
        try device.holder.erase()
    }
}
