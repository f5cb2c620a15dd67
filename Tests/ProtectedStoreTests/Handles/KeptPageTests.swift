import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Pages that are kept for who reads them again")
struct KeptPageTests {
    private let faulty: FaultyDevice
    private let content = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private var device: SimulatedDevice { faulty.device }

    init() throws {
        // Room that no other test takes.
        var policy = LogPolicy()
        policy.keptPageCount = 64
        faulty = try FaultyDevice(logPolicy: policy)
    }

    /// A file of a base, or of a log of pages.
    private func open(inLog: Bool) throws -> ProtectedFile {
        try device.files.write(inLog ? [] : content, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        if inLog {
            for start in stride(from: 0, to: content.count, by: 4_096) {
                let end = min(start + 4_096, content.count)
                try handle.write(Array(content[start..<end]), at: UInt64(start))
            }
        }
        return handle
    }

    private func read(_ handle: ProtectedFile, _ range: Range<Int>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = try bytes.withUnsafeMutableBytes {
            try handle.read(at: UInt64(range.lowerBound), into: LentMemory($0))
        }
        return Array(bytes.prefix(count))
    }

    /// How many calls to the disk come of it.
    private func callCount(_ body: () throws -> Void) rethrows -> Int {
        try faulty.snapshots(of: body).count - 1
    }

    @Test(
        "any range is what it is in the file, the first time and the second",
        arguments: [true, false],
        [
            0..<1, 24..<40, 4_000..<4_200, 4_096..<8_192, 16_380..<16_400, 39_990..<40_010,
            50_000..<50_001,
        ]
    )
    func ranges(_ isInLog: Bool, _ range: Range<Int>) throws {
        let handle = try open(inLog: isInLog)
        let expected = Array(content[range.clamped(to: 0..<content.count)])
        for _ in 0..<2 { #expect(try read(handle, range) == expected) }
    }

    @Test("a page that was read is read again without the disk", arguments: [true, false])
    func again(_ isInLog: Bool) throws {
        let handle = try open(inLog: isInLog)
        #expect(try callCount { _ = try read(handle, 4_096..<8_192) } > 0)
        #expect(try callCount { _ = try read(handle, 4_096..<8_192) } == 0)
        #expect(try callCount { _ = try read(handle, 5_000..<5_001) } == 0)
    }

    @Test("a page that is written again is read as it was written, without the disk")
    func written() throws {
        let handle = try open(inLog: true)
        _ = try read(handle, 4_096..<8_192)
        let page = [UInt8](repeating: 9, count: 4_096)
        try handle.write(page, at: 4_096)
        var found: [UInt8] = []
        #expect(try callCount { found = try read(handle, 4_096..<8_192) } == 0)
        #expect(found == page)
        try handle.write([1], at: 5_000)
        #expect(try read(handle, 4_999..<5_002) == [9, 1, 9])
        try handle.truncate(to: 5_000)
        try handle.truncate(to: 9_000)
        #expect(try read(handle, 4_999..<5_002) == [9, 0, 0])
    }

    @Test("the lock takes them: nothing is read while locked, and from the disk after the unlock")
    func lock() throws {
        let handle = try open(inLog: true)
        _ = try read(handle, 4_096..<8_192)
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try read(handle, 4_096..<8_192)
        }
        try device.unlock()
        var found: [UInt8] = []
        #expect(try callCount { found = try read(handle, 4_096..<8_192) } > 0)
        #expect(found == Array(content[4_096..<8_192]))
    }

    @Test("they follow the file into another class")
    func anotherClass() throws {
        let handle = try open(inLog: true)
        _ = try read(handle, 0..<4_096)
        try device.files.setProtection(.completeUntilFirstUserAuthentication, of: "/a")
        #expect(try read(handle, 0..<4_096) == Array(content[..<4_096]))
        try device.lock()
        #expect(try read(handle, 0..<4_096) == Array(content[..<4_096]))
        try device.unlock()
        try device.files.setProtection(.complete, of: "/a")
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try read(handle, 0..<4_096)
        }
    }

    @Test("a file that was tampered with after its close is refused, whatever was kept of it")
    func tampered() throws {
        let handle = try open(inLog: false)
        _ = try read(handle, 0..<4_096)
        try handle.close()
        let name = try #require(try device.host.names().first { !$0.hasPrefix(".") })
        try device.host.flip(bit: 2_000 * 8, of: "\(HostFiles.tree)/\(name)")
        let again = try device.files.open("/a", .read)
        #expect(throws: ProtectionError(.authenticationFailure, "")) { try read(again, 0..<4_096) }
    }

    @Test("a place in the log that is written again after a failure is not read as it was")
    func reused() throws {
        let handle = try open(inLog: true)
        try handle.synchronize()
        for value in 1...3 {
            let page = [UInt8](repeating: UInt8(value), count: 4_096)
            try handle.write(page, at: 0)
            #expect(try read(handle, 0..<4_096) == page)
        }
    }

    @Test("many pages are kept only as far as there is room, and all are right")
    func many() throws {
        let byteCount = 12 << 20
        let pages = byteCount / 4_096
        try device.files.write([], to: "/large", as: .complete)
        let handle = try device.files.open("/large")
        for page in 0..<pages {
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: page / 3), count: 4_096)
            try handle.write(bytes, at: UInt64(page * 4_096))
        }
        for round in 0..<2 {
            for page in 0..<pages {
                let start = page * 4_096 + round
                let bytes = try read(handle, start..<start + 16)
                #expect(bytes == Array(repeating: UInt8(truncatingIfNeeded: page / 3), count: 16))
            }
        }
    }
}
