import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import Testing

@Suite("what a later version made")
struct UnsupportedVersionTests {
    @Test(
        "a device of another version or with an unknown feature is refused, and stays as it is",
        arguments: [
            (8, 6), (8, 4), (8, 3), (8, 2), (8, 0), (9, 1), (10, 1), (11, 1), (12, 1), (13, 0x80),
        ]
            as [(Int, UInt8)]
    )
    func device(_ offset: Int, _ value: UInt8) throws {
        let scratch = try Scratch()
        let golden = GoldenDevice.chacha20
        let root = try golden.copy(to: scratch)
        let keybag = DeviceOnDisk.deviceFolder(root).appendingPathComponent("keybag")
        try FileTree.edit(keybag) { $0[offset] = value }
        let before = try FileTree.files(below: root)
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            _ = try DeviceOnDisk(at: root, passcode: golden.passcode)
        }
        #expect(FileTree.differences(before, try FileTree.files(below: root)) == [])
    }

    @Test(
        "a longer keybag of a later version is not called damaged",
        arguments: [0, 100, 593, 4_096]
    )
    func longerKeybag(_ count: Int) throws {
        let scratch = try Scratch()
        let golden = GoldenDevice.chacha20
        let root = try golden.copy(to: scratch)
        let keybag = DeviceOnDisk.deviceFolder(root).appendingPathComponent("keybag")
        try FileTree.edit(keybag) { bytes in
            bytes[8] = UInt8(SealedFormat.current) + 1
            bytes = Array((bytes + [UInt8](repeating: 7, count: 4_096)).prefix(max(14, count)))
        }
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            _ = try DeviceOnDisk(at: root, passcode: golden.passcode)
        }
    }

    @Test(
        "a file whose slots have another version or flags is refused, and stays as it is",
        arguments: [8, 9, 10, 11]
    )
    func file(_ offset: Int) throws {
        let scratch = try Scratch()
        let golden = GoldenDevice.chacha20
        let root = try golden.copy(to: scratch)
        let device = try DeviceOnDisk(at: root, passcode: golden.passcode)
        let host = try device.hostFile("/1 bytes")
        try device.editSlots(of: host) { $0[offset] += 1 }
        let before = try FileTree.files(below: root)
        let path = DevicePath("/1 bytes")
        #expect(throws: ProtectionError(.unsupportedVersion, "")) { try device.files.read(path) }
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try device.files.metadata(of: path)
        }
        #expect(throws: ProtectionError(.unsupportedVersion, "")) { try device.files.open(path) }
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try device.files.setProtection(.complete, of: path)
        }
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try device.files.setMode(0o600, of: path)
        }
        _ = try device.files.check(repairing: false)
        #expect(FileTree.differences(before, try FileTree.files(below: root)) == [])
    }

    @Test("a folder whose record has another version is refused, and stays as it is")
    func folder() throws {
        let scratch = try Scratch()
        let golden = GoldenDevice.chacha20
        let root = try golden.copy(to: scratch)
        let device = try DeviceOnDisk(at: root, passcode: golden.passcode)
        let record = try device.hostFile("/Ordner").appendingPathComponent(".folder")
        // One of the two is enough.
        try device.editSlots(1..<2, of: record, keyOffset: VolumeKeys.folderOffset) { $0[8] = 6 }
        let before = try FileTree.files(below: root)
        let folder = DevicePath("/Ordner")
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try device.files.names(in: folder)
        }
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try device.files.write([1], to: try folder.appending("new"))
        }
        #expect(FileTree.differences(before, try FileTree.files(below: root)) == [])
    }
}
