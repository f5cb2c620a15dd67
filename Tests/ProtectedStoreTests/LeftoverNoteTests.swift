import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("What a crash left behind is a note of a check, not damage")
struct LeftoverNoteTests {
    @Test("number and bytes are reported, nothing is touched, and a repair removes them")
    func note() throws {
        let device = try SimulatedDevice.make()
        try device.files.makeDirectory("/folder")
        let disk = device.memoryFileSystem
        let folder = try OwnedFile("/device/files", in: nil, .directory, on: disk)
        for (name, count) in [(".new-a", 30), (".gone-b", 12)] {
            let file = try OwnedFile(
                name,
                in: folder.descriptor,
                [.writing, .creatingNew],
                on: disk
            )
            try file.write([UInt8](repeating: 7, count: count), at: 0)
        }
        // This one is still being made.
        let held = try OwnedFile(
            ".new-held",
            in: folder.descriptor,
            [.writing, .creatingNew],
            on: disk
        )
        #expect(try disk.lock(held.descriptor, .exclusive))
        let found = try device.files.check()
        #expect(found.isClean)
        #expect(
            found.notes.map { "\($0.path): \($0.message)" } == [
                "/: 2 leftovers of interrupted work, 42 bytes, which a repair removes"
            ]
        )
        #expect(try device.host.leftovers().sorted() == [".gone-b", ".new-a", ".new-held"])
        #expect(try device.files.check(repairing: true).notes.isEmpty)
        #expect(try device.files.check().notes.isEmpty)
        #expect(try device.host.leftovers() == [".new-held"])
    }
}
