import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("Slots that a later version wrote")
struct LaterVersionTests {
    /// Version, flags, the zeros behind them, and the zero in a file's body.
    private static let fields = [8, 9, 10, 11, 12, 15, 59]

    @Test(
        "one authentic slot of a later version closes the file, and nothing is written over it",
        arguments: [0, 1],
        fields
    )
    func file(slot: Int, field: Int) throws {
        let device = try SimulatedDevice.make()
        let files = device.files
        let sealed = try device.host.newEntry {
            try files.write([1], to: "/f", as: ProtectionClass.none)
        }
        let bytes = try later(device.host.bytes(sealed), slot, field, device, isFolder: false)
        try device.host.put(bytes, sealed)
        #expect(refusal { try files.read("/f") } == .unsupportedVersion)
        #expect(refusal { try files.metadata(of: "/f") } == .unsupportedVersion)
        #expect(refusal { try files.open("/f") } == .unsupportedVersion)
        #expect(refusal { try files.setMode(0o600, of: "/f") } == .unsupportedVersion)
        #expect(refusal { try files.setProtection(.complete, of: "/f") } == .unsupportedVersion)
        for isRepair in [false, true] {
            let report = try files.check(repairing: isRepair)
            #expect(report.damaged.map(\.code) == [.unsupportedVersion])
            #expect(report.repaired.isEmpty)
        }
        #expect(try device.host.bytes(sealed) == bytes)
    }

    @Test("a file that is open for reading takes no writer once a later version wrote a slot")
    func openFile() throws {
        let device = try SimulatedDevice.make()
        let sealed = try device.host.newEntry {
            try device.files.write([1], to: "/f", as: .complete)
        }
        let reader = try device.files.open("/f", .read)
        let bytes = try later(device.host.bytes(sealed), 1, 8, device, isFolder: false)
        let file = try device.host.bytes(sealed)
        try device.host.overwrite(bytes, sealed)
        #expect(refusal { try device.files.open("/f") } == .unsupportedVersion)
        #expect(try reader.read(at: 0, count: 9) == [1], "what was opened goes on")
        try reader.close()
        #expect(try device.host.bytes(sealed) == bytes)
        #expect(file != bytes)
    }

    @Test(
        "one authentic slot of a later version closes the folder, and nothing is written over it",
        arguments: [0, 1],
        fields.filter { $0 < 40 } + [57]
    )
    func folder(slot: Int, field: Int) throws {
        let device = try SimulatedDevice.make()
        let folder = try device.host.newEntry { try device.files.makeDirectory("/p") }
        let record = folder + "/.folder"
        let bytes = try later(device.host.bytes(record), slot, field, device, isFolder: true)
        try device.host.put(bytes, record)
        let files = try device.secondStore()
        #expect(refusal { try files.names(in: "/p") } == .unsupportedVersion)
        #expect(refusal { try files.write([1], to: "/p/f") } == .unsupportedVersion)
        #expect(refusal { try files.setProtection(.complete, of: "/p") } == .unsupportedVersion)
        #expect(try files.check(repairing: true).damaged.map(\.code) == [.unsupportedVersion])
        #expect(try device.host.bytes(record) == bytes)
        // A process that has the folder open sees it too.
        #expect(
            refusal { try device.files.setProtection(.complete, of: "/p") } == .unsupportedVersion
        )
        #expect(try device.host.bytes(record) == bytes)
    }

    @Test("a flipped bit in version, flags or zeros of one slot is damage and nothing more")
    func flips() throws {
        let device = try SimulatedDevice.make()
        let sealed = try device.host.newEntry { try device.files.write([1], to: "/f") }
        for bit in Array(64..<128) + Array(64 + 4_096..<128 + 4_096) {
            try device.host.flip(bit: bit, of: sealed)
            #expect(try device.files.read("/f") == [1], "bit \(bit)")
            #expect(
                try device.files.check().damaged.map(\.code) == [.authenticationFailure],
                "bit \(bit)"
            )
            #expect(try device.files.check(repairing: true).repaired.count == 1, "bit \(bit)")
        }
    }

    /// The bytes of a file whose slot has another value in a field, and the code that belongs to
    /// it.
    private func later(
        _ bytes: [UInt8],
        _ slot: Int,
        _ field: Int,
        _ device: SimulatedDevice,
        isFolder: Bool
    ) throws -> [UInt8] {
        let range = slot * 512..<slot * 512 + 512
        var changed = Array(bytes[range])
        changed[field] += 1
        let key = isFolder ? VolumeKeys.folderOffset : VolumeKeys.headerOffset
        var bytes = bytes
        bytes.replaceSubrange(range, with: try device.coded(changed, key))
        return bytes
    }
}
