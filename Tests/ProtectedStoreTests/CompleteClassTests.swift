import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Class A: complete")
struct CompleteClassTests {
    private let device: SimulatedDevice
    private let content = Array("minutes of the meeting".utf8)

    init() throws {
        device = try .make()
        try device.files.write(content, to: "/a", as: .complete)
    }

    @Test("row 1: created, written and read while unlocked")
    func create() throws {
        let handle = try device.files.open("/new", creating: true, as: .complete)
        try handle.write(content, at: 0)
        #expect(try handle.read(at: 0, count: 100) == content)
        #expect(try device.files.metadata(of: "/new").protection == .complete)
    }

    @Test("row 2: a file in a class A folder is not made while locked and leaves no entry")
    func createLocked() throws {
        try device.files.makeDirectory("/folder", as: .complete)
        try device.lock()
        let hidden = try device.host.names()
        #expect(
            refusal { try device.files.open("/folder/x", creating: true) }
                == .protectedDataUnavailable
        )
        #expect(
            refusal { try device.files.write(content, to: "/folder/x") }
                == .protectedDataUnavailable
        )
        #expect(try device.files.names(in: "/folder") == [])
        #expect(try device.host.names() == hidden)
        #expect(try device.host.names(device.host.onlyFolder()) == [".folder"])
    }

    @Test("row 7: a class A handle fails to read once the device is locked")
    func readLocked() throws {
        let handle = try device.files.open("/a", .read)
        try device.lock()
        #expect(refusal { try handle.read(at: 0, count: 1) } == .protectedDataUnavailable)
    }

    @Test("row 8: a class A handle fails to write once the device is locked, and changes nothing")
    func writeLocked() throws {
        let handle = try device.files.open("/a")
        try device.lock()
        let sealed = try device.host.bytes(device.host.onlyEntry())
        #expect(refusal { try handle.write([0], at: 0) } == .protectedDataUnavailable)
        #expect(refusal { try handle.append([0]) } == .protectedDataUnavailable)
        #expect(refusal { try handle.truncate(to: 0) } == .protectedDataUnavailable)
        #expect(try device.host.bytes(device.host.onlyEntry()) == sealed)
    }

    @Test("row 9: the same class A handle reads and writes again after the unlock")
    func revival() throws {
        let handle = try device.files.open("/a")
        for _ in 0..<3 {
            try device.lock()
            #expect(refusal { try handle.read(at: 0, count: 1) } == .protectedDataUnavailable)
            try device.unlock()
            #expect(try handle.read(at: 0, count: 100) == content)
            try handle.write(content, at: 0)
        }
    }

    @Test("row 10: what was written but not synced before the lock is there after the unlock")
    func unsyncedBeforeLock() throws {
        let handle = try device.files.open("/a")
        try handle.write(Array("M".utf8), at: 0)
        try device.lock()
        try device.unlock()
        #expect(try handle.read(at: 0, count: 7) == Array("Minutes".utf8))
        try handle.close()
        #expect(try device.files.read("/a").starts(with: Array("Minutes".utf8)))
    }

    @Test("row 11: a closed class A file cannot be opened while locked")
    func openLocked() throws {
        try device.lock()
        for mode in [ProtectedFile.Mode.read, .write, .readWrite] {
            #expect(refusal { try device.files.open("/a", mode) } == .protectedDataUnavailable)
        }
    }

    @Test("row 12: opening for new content is refused while locked and the content stays")
    func overwriteLocked() throws {
        try device.lock()
        #expect(refusal { try device.files.overwrite([], to: "/a") } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try device.files.read("/a") == content)
    }

    @Test("row 13: size, class and time of a locked file can be asked")
    func statLocked() throws {
        let before = try device.files.metadata(of: "/a")
        device.clock.advance(by: .seconds(60))
        try device.lock()
        let metadata = try device.files.metadata(of: "/a")
        #expect(metadata == before)
        #expect(metadata.size == UInt64(content.count))
        #expect(metadata.modified == VirtualClock.start)
    }

    @Test("row 14: a locked file is listed")
    func listLocked() throws {
        try device.lock()
        #expect(try device.files.names(in: .root) == ["a"])
    }

    @Test("row 15: a locked file can be removed")
    func removeLocked() throws {
        try device.lock()
        try device.files.remove("/a")
        #expect(try device.files.names(in: .root) == [])
        #expect(try device.host.entries() == [])
    }

    @Test("row 16: a locked file can be renamed and keeps its class")
    func renameLocked() throws {
        try device.files.makeDirectory("/folder", as: ProtectionClass.none)
        try device.lock()
        try device.files.rename("/a", to: "/folder/b")
        #expect(try device.files.metadata(of: "/folder/b").protection == .complete)
        try device.unlock()
        #expect(try device.files.read("/folder/b") == content)
    }

    @Test("row 17: mode and time of a locked file can be set")
    func modeLocked() throws {
        try device.lock()
        try device.files.setMode(0o640, of: "/a")
        try device.files.setModified(Timestamp(seconds: 5, nanoseconds: 6), of: "/a")
        let metadata = try device.files.metadata(of: "/a")
        #expect(metadata.mode == 0o640)
        #expect(metadata.modified == Timestamp(seconds: 5, nanoseconds: 6))
        try device.unlock()
        #expect(try device.files.read("/a") == content)
    }

    @Test("row 18: a locked file cannot be cut")
    func truncateLocked() throws {
        try device.lock()
        #expect(
            refusal { try device.files.truncate("/a", to: 0) } == .protectedDataUnavailable
        )
        #expect(try device.files.metadata(of: "/a").size == UInt64(content.count))
    }

    @Test("row 21: a class A handle syncs while locked, and what was written survives a crash")
    func syncLocked() throws {
        let handle = try device.files.open("/a")
        try handle.write(Array("M".utf8), at: 0)
        try device.lock()
        try handle.synchronize()
        try device.crash(.dropAll)
        try device.unlock()
        #expect(try device.files.read("/a").first == UInt8(ascii: "M"))
    }

    @Test("row 32: nine seconds after the lock a class A file still opens")
    func grace() throws {
        try device.holder.lock(skippingGrace: false)
        device.advance(by: .seconds(9))
        #expect(try device.files.read("/a") == content)
    }

    @Test("row 33: ten seconds after the lock it does not", arguments: [10_000, 10_001, 60_000])
    func graceOver(milliseconds: Int) throws {
        try device.holder.lock(skippingGrace: false)
        device.advance(by: .milliseconds(9_999))
        #expect(try device.files.read("/a") == content)
        device.advance(by: .milliseconds(milliseconds - 9_999))
        #expect(refusal { try device.files.read("/a") } == .protectedDataUnavailable)
    }

    @Test("row 34: a lock and unlock within the grace never interrupt a class A handle")
    func unlockWithinGrace() throws {
        let handle = try device.files.open("/a")
        try device.holder.lock(skippingGrace: false)
        device.advance(by: .seconds(9))
        #expect(try handle.read(at: 0, count: 1) == [UInt8(ascii: "m")])
        try device.unlock()
        device.advance(by: .seconds(9))
        #expect(try handle.read(at: 0, count: 1) == [UInt8(ascii: "m")])
        #expect(
            device.takeEvents().map(\.kind) == [.willBecomeUnavailable, .didBecomeAvailable]
        )
    }
}
