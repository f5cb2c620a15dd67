import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Contents of any size")
struct ContentTests {
    private static let chunk = 16_384
    private static let mebibyte = 1 << 20
    private static let sizes = [
        0, 1, 2, chunk - 1, chunk, chunk + 1, 2 * chunk, 65_535, 65_536, 65_537,
        mebibyte - 1, mebibyte, mebibyte + 1, 2 * mebibyte, 3 * mebibyte + 5,
    ]

    private func content(_ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
    }

    @Test("what is written is read, whole and in random parts", arguments: sizes)
    func roundTrip(size: Int) throws {
        let device = try SimulatedDevice.make()
        let content = content(size)
        try device.files.write(content, to: "/f")
        #expect(try device.files.read("/f") == content)
        #expect(try device.files.metadata(of: "/f").size == UInt64(size))
        let handle = try device.files.open("/f", .read)
        #expect(try handle.size == UInt64(size))
        var random = SplitMix64(seed: UInt64(size))
        for _ in 0..<200 {
            let start = Int.random(in: 0...size + 10, using: &random)
            let count = Int.random(in: 0...min(50_000, size + 10), using: &random)
            let promised = Array(content.dropFirst(start).prefix(count))
            #expect(try handle.read(at: UInt64(start), count: count) == promised)
        }
        #expect(try handle.read(at: UInt64(Int64.max), count: 10) == [])
        #expect(refusal { try handle.read(at: .max, count: 1) } == .invalidArgument)
        #expect(refusal { try handle.read(at: 0, count: -1) } == .invalidArgument)
        #expect(try device.files.check().isClean)
    }

    @Test(
        "a copy is equal, also onto itself, and shares nothing sealed",
        arguments: [0, 1, 16_384, 1_048_577]
    )
    func copy(size: Int) throws {
        let device = try SimulatedDevice.make()
        let content = content(size)
        let first = try device.host.newEntry { try device.files.write(content, to: "/f") }
        let second = try device.host.newEntry { try device.files.copy("/f", to: "/g") }
        #expect(try device.files.read("/g") == content)
        let (one, two) = (try device.host.bytes(first), try device.host.bytes(second))
        #expect(one.count == two.count)
        #expect(zip(one[1_024...], two[1_024...]).allSatisfy { $0 == $1 } == false)
        try device.files.copy("/f", to: "/f")
        #expect(try device.files.read("/f") == content)
    }

    @Test("growing and cutting by path", arguments: [0, 1, 16_384, 100_000, 1_100_000])
    func truncate(size: Int) throws {
        let device = try SimulatedDevice.make()
        let content = content(40_000)
        try device.files.write(content, to: "/f")
        try device.files.truncate("/f", to: UInt64(size))
        let promised = StoreModel.cut(content, size)
        #expect(try device.files.read("/f") == promised)
        #expect(try device.files.metadata(of: "/f").size == UInt64(size))
    }

    @Test("an empty file has a tag, and one that lost it is refused")
    func empty() throws {
        let device = try SimulatedDevice.make()
        let sealed = try device.host.newEntry { try device.files.write([], to: "/f") }
        let bytes = try device.host.bytes(sealed)
        #expect(bytes.count == 1_024 + 16)
        try device.host.flip(bit: 1_030 * 8, of: sealed)
        #expect(try device.files.check().damaged.count == 1)
    }

    @Test("AES-256-GCM devices do the same", arguments: [0, 1, 16_384, 1_048_577])
    func secondSuite(size: Int) throws {
        // Nothing to prove on a machine without AES in hardware.
        guard ChunkCipherSuite.aes256GCM.isAvailable else { return }
        let device = try SimulatedDevice.make(changing: { $0.suite = .aes256GCM })
        let content = content(size)
        try device.files.write(content, to: "/f", as: .complete)
        let handle = try device.files.open("/f")
        try handle.write([7], at: UInt64(size))
        try handle.close()
        #expect(try device.files.read("/f") == content + [7])
        let sealed = try device.host.onlyEntry()
        try device.host.flip(bit: 1_024 * 8 + 1, of: sealed)
        #expect(refusal { try device.files.read("/f") } == .authenticationFailure)
    }
}
