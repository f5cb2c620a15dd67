import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Handles and the log")
struct HandleTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make()
    }

    @Test(
        "random writes agree with an array of bytes, before and after the close",
        arguments: 0..<12
    )
    func randomWrites(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let limit = [200, 20_000, 200_000][Int(seed % 3)]
        var model = (0..<limit / 2).map { UInt8(truncatingIfNeeded: $0) }
        try files.write(model, to: "/f")
        for _ in 0..<3 {
            let handle = try files.open("/f")
            for _ in 0..<60 {
                let start = Int.random(in: 0...limit, using: &random)
                let count = Int.random(in: 1...limit / 3, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    model = StoreModel.cut(model, start)
                    try handle.truncate(to: UInt64(start))
                case 1:
                    let bytes = [UInt8](repeating: 0, count: count)
                    model = StoreModel.cut(model, max(model.count, start + count))
                    model.replaceSubrange(start..<start + count, with: bytes)
                    try handle.write(bytes, at: UInt64(start))
                case 2, 3, 4:
                    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                    model = StoreModel.cut(model, max(model.count, start + count))
                    model.replaceSubrange(start..<start + count, with: bytes)
                    try handle.write(bytes, at: UInt64(start))
                default:
                    let promised = Array(model.dropFirst(start).prefix(count))
                    #expect(try handle.read(at: UInt64(start), count: count) == promised)
                }
                #expect(try handle.size == UInt64(model.count))
            }
            #expect(try handle.read(at: 0, count: limit * 3) == model)
            #expect(try device.secondStore().read("/f") == model)
            try handle.close()
            #expect(try files.read("/f") == model)
            #expect(try files.check().isClean)
        }
    }

    @Test("what was cut away never comes back: growing reads zeros")
    func cutAndGrow() throws {
        try files.write([UInt8](repeating: 7, count: 100), to: "/f")
        let handle = try files.open("/f")
        try handle.truncate(to: 10)
        try handle.truncate(to: 100)
        let promised = [UInt8](repeating: 7, count: 10) + [UInt8](repeating: 0, count: 90)
        #expect(try handle.read(at: 0, count: 200) == promised)
        try handle.write([8], at: 200)
        #expect(try handle.read(at: 99, count: 200) == [UInt8](repeating: 0, count: 101) + [8])
        try handle.close()
        #expect(try files.read("/f") == promised + [UInt8](repeating: 0, count: 100) + [8])
    }

    @Test("a write far beyond the end leaves a hole of zeros and a small file")
    func hole() throws {
        let handle = try files.open("/f", creating: true)
        try handle.write([1], at: 5_000_000)
        #expect(try handle.size == 5_000_001)
        #expect(try handle.read(at: 4_999_990, count: 99) == [UInt8](repeating: 0, count: 10) + [1])
        #expect(try device.host.bytes(device.host.onlyEntry()).count < 2_000)
        #expect(refusal { try handle.write([1], at: .max) } == .invalidArgument)
        #expect(refusal { try handle.truncate(to: .max) } == .invalidArgument)
        #expect(try handle.size == 5_000_001)
    }

    @Test("a long run of zeros takes no room in the log")
    func zeros() throws {
        let handle = try files.open("/f", creating: true)
        try handle.write([UInt8](repeating: 0, count: 1 << 20), at: 0)
        #expect(try handle.size == 1 << 20)
        #expect(try device.host.bytes(device.host.onlyEntry()).count < 4_000)
        #expect(try handle.read(at: 0, count: 1 << 20).allSatisfy { $0 == 0 })
    }

    @Test("all handles of a process see each other's writes at once")
    func shared() throws {
        let one = try files.open("/f", creating: true)
        let two = try files.open("/f", .readWrite)
        let reader = try files.open("/f", .read)
        try one.append([1])
        try two.append([2])
        #expect(try reader.read(at: 0, count: 9) == [1, 2])
        #expect(try reader.size == 2)
        try one.close()
        try two.append([3])
        #expect(try reader.read(at: 0, count: 9) == [1, 2, 3])
    }

    @Test("a close makes durable what that handle wrote, also when others stay open")
    func closeIsDurable() throws {
        let one = try files.open("/f", creating: true)
        let two = try files.open("/f")
        try one.write([1], at: 0)
        try one.close()
        try two.append([2])
        try device.crash(.dropAll)
        try device.unlock()
        #expect(try device.files.read("/f") == [1])
    }

    @Test("a mode is what it says")
    func modes() throws {
        try files.write([1], to: "/f")
        let reader = try files.open("/f", .read)
        let writer = try files.open("/f", .write)
        #expect(refusal { try reader.write([2], at: 0) } == .invalidArgument)
        #expect(refusal { try reader.append([2]) } == .invalidArgument)
        #expect(refusal { try reader.truncate(to: 0) } == .invalidArgument)
        #expect(refusal { try writer.read(at: 0, count: 1) } == .invalidArgument)
        #expect(try reader.read(at: 0, count: 1) == [1])
    }

    @Test("a closed handle does nothing, and closing again is harmless")
    func closed() throws {
        let handle = try files.open("/f", creating: true)
        try handle.close()
        try handle.close()
        #expect(refusal { try handle.read(at: 0, count: 1) } == .handleClosed)
        #expect(refusal { try handle.write([1], at: 0) } == .handleClosed)
        #expect(refusal { try handle.synchronize() } == .handleClosed)
        #expect(refusal { try handle.size } == .handleClosed)
    }

    @Test(
        "the fold at the close keeps class, mode and time, and leaves no log",
        arguments: ProtectionClass.allCases
    )
    func fold(protection: ProtectionClass) throws {
        try files.write([1, 2, 3], to: "/f", as: protection)
        try files.setMode(0o640, of: "/f")
        let handle = try files.open("/f")
        device.clock.advance(by: .seconds(100))
        try handle.write([9], at: 1)
        let before = try files.metadata(of: "/f")
        #expect(before.modified.seconds == VirtualClock.start.seconds + 100)
        device.clock.advance(by: .seconds(100))
        try handle.close()
        #expect(try files.metadata(of: "/f") == before)
        #expect(try device.host.bytes(device.host.onlyEntry()).count == 1_024 + 3 + 16)
        #expect(try files.read("/f") == [1, 9, 3])
        #expect(try device.host.leftovers() == [])
    }

    @Test("reading alone changes nothing on the host")
    func readingOnly() throws {
        try files.write([1, 2, 3], to: "/f")
        let before = try device.host.allBytes(below: "/device")
        let handle = try files.open("/f")
        #expect(try handle.read(at: 0, count: 3) == [1, 2, 3])
        try handle.synchronize()
        try handle.close()
        #expect(try device.host.allBytes(below: "/device") == before)
    }

    @Test("locked before its close, a class A file keeps its log and loses nothing")
    func closeWhileLocked() throws {
        try files.write([1, 2, 3], to: "/f", as: .complete)
        let handle = try files.open("/f")
        try handle.write([9, 9], at: 2)
        try device.lock()
        try handle.close()
        #expect(try files.metadata(of: "/f").size == 4)
        #expect(try device.host.bytes(device.host.onlyEntry()).count > 1_024 + 3 + 16)
        try device.crash(.dropAll)
        try device.unlock()
        #expect(try device.files.read("/f") == [1, 2, 9, 9])
        // The next writer folds it.
        try device.files.open("/f").close()
        #expect(try device.host.bytes(device.host.onlyEntry()).count == 1_024 + 4 + 16)
    }

    @Test("a larger file keeps its log at the close, and gets an index once that is long")
    func largeLog() throws {
        let content = [UInt8](repeating: 3, count: 2 << 20)
        try files.write(content, to: "/f")
        let sealed = try device.host.onlyEntry()
        let size = try device.host.bytes(sealed).count
        try files.open("/f").close()
        let handle = try files.open("/f")
        try handle.write([4], at: 1_000_000)
        try handle.close()
        #expect(try device.host.bytes(sealed).count == size + 105)
        let next = try files.open("/f")
        try next.write([UInt8](repeating: 5, count: 1 << 20), at: 0)
        try next.close()
        let grown = try device.host.bytes(sealed).count - size - (1 << 20)
        #expect(grown > 1_024 && grown < 4_096)
        #expect(
            try files.read("/f")
                == [UInt8](repeating: 5, count: 1 << 20) + content[(1 << 20)...]
        )
    }

    @Test("a log cut anywhere shows the last whole group, never a part of one")
    func tornTail() throws {
        try files.write([0], to: "/f")
        let handle = try files.open("/f")
        var states: [(end: Int, content: [UInt8])] = []
        func note() throws {
            let end = try device.host.bytes(device.host.onlyEntry()).count
            states.append((end, try handle.read(at: 0, count: 1 << 20)))
        }
        try note()
        try handle.write([1, 1], at: 0)
        try note()
        try handle.truncate(to: 1)
        try note()
        // Three frames, one group.
        try handle.write((0..<150_000).map { UInt8(truncatingIfNeeded: $0 | 1) }, at: 3)
        try note()
        let disk = device.memoryFileSystem.crash(.keepAll)
        let restarted = try RestartedDevice(on: disk)
        try restarted.unlock()
        let host = HostFiles(disk)
        let sealed = try host.onlyEntry()
        let bytes = try host.bytes(sealed)
        let lengths =
            Array(states[0].end..<states[2].end + 200)
            + stride(from: states[2].end + 200, to: bytes.count, by: 9_973)
            + [bytes.count - 1, bytes.count]
        for length in lengths {
            try host.put(Array(bytes[..<length]), sealed)
            let promised = states.last { $0.end <= length }?.content
            #expect(try restarted.files.read("/f") == promised, "\(length) bytes")
            #expect(try restarted.files.check().isClean)
        }
        // A writer cuts the tail and goes on.
        try host.put(Array(bytes[..<(bytes.count - 1)]), sealed)
        let writer = try restarted.files.open("/f")
        #expect(try host.bytes(sealed).count == states[2].end)
        try writer.append([5])
        try writer.close()
        #expect(try restarted.files.read("/f") == states[2].content + [5])
    }

    @Test("a change of class moves open handles with it")
    func classChange() throws {
        try files.write([1], to: "/f", as: .completeUntilFirstUserAuthentication)
        let handle = try files.open("/f")
        try handle.append([2])
        try files.setProtection(.complete, of: "/f")
        try handle.append([3])
        try device.lock()
        #expect(refusal { try handle.read(at: 0, count: 9) } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try handle.read(at: 0, count: 9) == [1, 2, 3])
        try files.setProtection(.completeUnlessOpen, of: "/f")
        try device.lock()
        #expect(try handle.read(at: 0, count: 9) == [1, 2, 3])
        try handle.close()
        #expect(try files.metadata(of: "/f").protection == .completeUnlessOpen)
        try device.unlock()
        #expect(try files.read("/f") == [1, 2, 3])
    }

    @Test("a new key makes a new file, and is refused while the file is open")
    func rekeying() throws {
        try files.write([1], to: "/f", as: .complete)
        let old = try device.host.bytes(device.host.onlyEntry())
        let handle = try files.open("/f", .read)
        #expect(refusal { try files.setProtection(.complete, of: "/f", rekeying: true) } == .busy)
        try handle.close()
        try files.setProtection(.complete, of: "/f", rekeying: true)
        let new = try device.host.bytes(device.host.onlyEntry())
        #expect(old[40..<56] != new[40..<56])
        #expect(try files.read("/f") == [1])
    }

    @Test("protecting a class D file makes a new key too, unless it is open")
    func protecting() throws {
        try files.write([1], to: "/f", as: ProtectionClass.none)
        let old = try device.host.bytes(device.host.onlyEntry())
        try files.setProtection(.complete, of: "/f")
        let new = try device.host.bytes(device.host.onlyEntry())
        #expect(old[40..<56] != new[40..<56])
        try files.setProtection(.none, of: "/f")
        let unprotected = try device.host.bytes(device.host.onlyEntry())
        #expect(unprotected[40..<56] == new[40..<56])
    }
}
