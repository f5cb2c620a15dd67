import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Bytes after the last whole group of a log")
struct TornTailTests {
    @Test("damage after the anchor is named by the check, and cut by the repair alone")
    func damagedTail() throws {
        let device = try SimulatedDevice.make()
        let base = [UInt8](repeating: 3, count: 1 << 20)
        let sealed = try device.host.newEntry { try device.files.write(base, to: "/f") }
        let handle = try device.files.open("/f")
        try handle.append([4])
        try handle.append([5, 5])
        // The writing program is killed here.
        let disk = device.memoryFileSystem.crash(.keepAll)
        let restarted = try RestartedDevice(on: disk)
        let host = HostFiles(disk)
        let bytes = try host.bytes(sealed)
        try host.flip(bit: (bytes.count - 106 - 5) * 8, of: sealed)
        let damaged = try host.bytes(sealed)
        let locked = try restarted.files.check(repairing: true)
        #expect(locked.isClean && locked.skippedLocked == 1)
        #expect(locked.notes.isEmpty, "what a locked log is worth cannot be told")
        try restarted.unlock()
        #expect(try restarted.files.read("/f") == base)
        let found = try restarted.files.check()
        #expect(found.isClean)
        #expect(found.notes.map(\.path) == ["/f"])
        #expect(found.notes.first?.message.contains("211 bytes") == true)
        #expect(try host.bytes(sealed) == damaged)
        let repaired = try restarted.files.check(repairing: true)
        #expect(repaired.isClean && repaired.notes.isEmpty)
        #expect(repaired.repaired.map(\.path) == ["/f"])
        #expect(try host.bytes(sealed).count == bytes.count - 211)
        let again = try restarted.files.check()
        #expect(again.isClean && again.notes.isEmpty)
        #expect(try restarted.files.read("/f") == base)
    }

    @Test("what another process is writing is not a torn tail, and its file is not damaged")
    func writer() throws {
        let device = try SimulatedDevice.make()
        let sealed = try device.host.newEntry { try device.files.write([1], to: "/f") }
        let other = try device.secondStore()
        let handle = try other.open("/f")
        try handle.append([2])
        // A group that is half written.
        let bytes = try device.host.bytes(sealed)
        try device.host.overwrite(bytes + [7], sealed)
        for files in [device.files, other] {
            for isRepair in [false, true] {
                let report = try files.check(repairing: isRepair)
                #expect(report.isClean)
                #expect(report.notes.isEmpty && report.repaired.isEmpty)
            }
        }
        #expect(try device.host.bytes(sealed) == bytes + [7])
        try handle.close()
        #expect(try device.files.read("/f") == [1, 2])
    }
}
