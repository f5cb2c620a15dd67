import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Testing

@Suite("golden devices of version 5")
struct GoldenDeviceTests {
    @Test(
        "open with today's code, and every file says what it said",
        arguments: GoldenDevice.readable
    )
    func content(_ golden: GoldenDevice) throws {
        let scratch = try Scratch()
        let root = try golden.copy(to: scratch)
        let device = try DeviceOnDisk(at: root, passcode: golden.passcode)
        #expect(try device.listing() == golden.listing())
    }

    @Test("are not rewritten by reading, locking and closing", arguments: GoldenDevice.readable)
    func nothingIsRewritten(_ golden: GoldenDevice) throws {
        let scratch = try Scratch()
        let root = try golden.copy(to: scratch)
        let before = try FileTree.files(below: root)
        try #require(before.count > 10)
        do {
            let device = try DeviceOnDisk(at: root, passcode: golden.passcode)
            let path = DevicePath("/16385 bytes")
            let handle = try device.files.open(path, .read)
            _ = try handle.read(at: 0, count: 100)
            _ = try device.listing()
            _ = try device.files.check()
            try device.holder.lock(skippingGrace: true)
            try handle.close()
            try device.holder.shutDown()
        }
        #expect(FileTree.differences(before, try FileTree.files(below: root)) == [])
    }

    @Test("show only the slots that were damaged, and the bytes that were cut off, on purpose")
    func findings() throws {
        let scratch = try Scratch()
        let golden = GoldenDevice.chacha20
        let root = try golden.copy(to: scratch)
        let device = try DeviceOnDisk(at: root, passcode: golden.passcode)
        let report = try device.files.check()
        #expect(report.damaged.map(\.path) == ["/slots: second only"])
        #expect(report.notes.map(\.path) == ["/log: torn"])
    }

    @Test("are what today's code makes from the same randomness", arguments: GoldenDevice.readable)
    func generator(_ golden: GoldenDevice) throws {
        let scratch = try Scratch()
        let root = scratch.url.appendingPathComponent("made", isDirectory: true)
        try golden.generate(at: root)
        for part in [DeviceOnDisk.deviceFolder, DeviceOnDisk.keysFolder] {
            let made = try FileTree.files(below: part(root))
            let frozen = try FileTree.files(below: part(golden.fixture))
            try #require(!made.isEmpty)
            #expect(FileTree.differences(made, frozen) == [])
        }
        #expect(
            try DeviceOnDisk.keyList(at: root, passcode: golden.passcode)
                == JSONDecoder().decode(KeyList.self, from: Data(contentsOf: golden.frozenKeys))
        )
    }

    @Test(
        "made anew in the repository, on request alone",
        .enabled(
            if: ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_REGENERATE"] == "1",
            "set PROTECTION_TOOLKIT_REGENERATE=1 to replace the fixtures"
        ),
        arguments: GoldenDevice.readable
    )
    func regenerate(_ golden: GoldenDevice) throws {
        let scratch = try Scratch()
        let root = scratch.url.appendingPathComponent("made", isDirectory: true)
        try golden.generate(at: root)
        try? FileManager.default.removeItem(at: golden.fixture)
        try FileTree.copy(root, to: golden.fixture)
    }
}
