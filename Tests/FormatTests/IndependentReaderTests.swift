import Foundation
import Testing

@Suite(
    "the reader in Python",
    .enabled(
        if: IndependentReader.isAvailable,
        "it needs /usr/bin/python3 with the modules cryptography and pycryptodome"
    )
)
struct IndependentReaderTests {
    @Test("reads the golden devices as they were made", arguments: GoldenDevice.all)
    func golden(_ golden: GoldenDevice) throws {
        let outcome = try IndependentReader.read(
            DeviceOnDisk.deviceFolder(golden.fixture),
            keys: golden.frozenKeys
        )
        #expect(outcome.status == 0, "\(outcome.talk)")
        #expect(outcome.files == (try golden.listing()))
    }

    @Test("agrees with what was written to a fresh device", arguments: 0..<4)
    func fresh(_ kind: UInt64) throws {
        // All four combinations of cipher and passcode.
        let seed = UInt64.random(in: .min ... .max) & ~3 | kind
        let scratch = try Scratch()
        let random = RandomDevice(seed: seed)
        let listing = try random.make(at: scratch.url)
        let keys = scratch.url.appendingPathComponent("class-keys.json")
        try DeviceOnDisk.keyList(at: scratch.url, passcode: random.passcode).write(to: keys)
        let outcome = try IndependentReader.read(
            DeviceOnDisk.deviceFolder(scratch.url),
            keys: keys
        )
        #expect(outcome.status == 0, "seed \(seed): \(outcome.talk)")
        #expect(
            outcome.files.filter { $0.type == "file" }.map(\.content) == listing,
            "seed \(seed)"
        )
        let device = try DeviceOnDisk(at: scratch.url, passcode: random.passcode)
        #expect(try device.listing() == outcome.files, "seed \(seed)")
    }

    @Test("refuses a device that was tampered with", arguments: Tampering.all)
    func tampered(_ tampering: Tampering) throws {
        let scratch = try Scratch()
        let golden = GoldenDevice.chacha20
        let root = try golden.copy(to: scratch)
        do {
            try tampering.apply(try DeviceOnDisk(at: root, passcode: golden.passcode))
        }
        let outcome = try IndependentReader.read(
            DeviceOnDisk.deviceFolder(root),
            keys: golden.frozenKeys
        )
        #expect(outcome.status == 1)
        #expect(outcome.talk.contains(tampering.complaint), "\(outcome.talk)")
        // What it still reads is true.
        #expect(Set(outcome.files).isSubset(of: Set(try golden.listing())))
    }

    @Test("refuses a version and a feature it does not know", arguments: [8, 10, 13])
    func unknown(_ offset: Int) throws {
        let scratch = try Scratch()
        let golden = GoldenDevice.aes256
        let device = DeviceOnDisk.deviceFolder(try golden.copy(to: scratch))
        try FileTree.edit(device.appendingPathComponent("keybag")) { $0[offset] += 1 }
        let outcome = try IndependentReader.read(device, keys: golden.frozenKeys)
        #expect(outcome.status == 1)
        #expect(outcome.files.isEmpty)
        #expect(outcome.talk.contains("unsupported version"))
    }

    @Test("refuses keys of another device")
    func otherKeys() throws {
        let outcome = try IndependentReader.read(
            DeviceOnDisk.deviceFolder(GoldenDevice.aes256.fixture),
            keys: GoldenDevice.chacha20.frozenKeys
        )
        #expect(outcome.status == 1)
        #expect(outcome.files.isEmpty)
    }
}
