import DeviceSimulation
import Foundation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Keeping a log short")
struct LogUpkeepTests {
    private let faulty: FaultyDevice
    private var device: SimulatedDevice { faulty.device }
    private var files: FileStore { device.files }

    init() throws {
        faulty = try FaultyDevice(logPolicy: .eager)
    }

    /// Bytes that all files take on the host.
    private var space: Int { device.memoryFileSystem.allocatedByteCount }

    private func bytes(_ count: Int, _ value: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: value), count: count)
    }

    /// Writes over the same 64 KiB again and again.
    private func overwrite(_ handle: ProtectedStore.ProtectedFile, times: Int) throws {
        for time in 0..<times { try handle.write(bytes(65_536, time | 128), at: 0) }
    }

    /// How many reads of the host it takes to open the file and to close it again.
    private func readsOfOpening() throws -> Int {
        var count = 0
        try faulty.run(FaultPlan()) {
            try files.open("/f", .read).close()
            count = faulty.faults.callCount(of: .read)
        }
        return count
    }

    @Test("what was overwritten takes no space, however much is written")
    func overwritten() throws {
        let handle = try files.open("/f", creating: true)
        try overwrite(handle, times: 100)
        #expect(space < 400_000)
        #expect(try handle.read(at: 65_535, count: 9) == [227])
        try handle.close()
        #expect(try files.read("/f") == bytes(65_536, 227))
        #expect(try files.check().isClean)
    }

    @Test("what was cut off takes no space")
    func cut() throws {
        let handle = try files.open("/f", creating: true)
        for part in 0..<16 { try handle.append(bytes(65_536, part)) }
        try handle.truncate(to: 10)
        try handle.append([7])
        #expect(space < 200_000)
        #expect(try handle.read(at: 0, count: 99) == bytes(10, 0) + [7])
    }

    @Test("an opening reads the last index and what came after it, however long the log is")
    func opening() throws {
        let handle = try files.open("/f", creating: true)
        for part in 0..<400 { try handle.write(bytes(65_536, part), at: UInt64(part % 64) << 16) }
        try handle.close()
        // The header, the index's first frame, and what follows from there on.
        let reads = try readsOfOpening()
        #expect(reads <= 6)
        #expect(try files.read("/f").count == 64 << 16)
        #expect(try files.open("/f", .read).read(at: 63 << 16, count: 1) == [UInt8(383 & 0xFF)])
        #expect(try files.check().isClean)
    }

    @Test("small pieces become one, so that a log of lines does not grow by the line")
    func fragments() throws {
        let handle = try files.open("/f", creating: true)
        var content: [UInt8] = []
        for line in 0..<2_000 {
            try handle.append(bytes(60, line))
            content += bytes(60, line)
        }
        #expect(try handle.read(at: 0, count: 200_000) == content)
        #expect(space < 400_000)
        try handle.close()
        #expect(try files.read("/f") == content)
    }

    @Test(
        "thousands of pieces at random places, cuts and zeros among them, are what they should be"
    )
    func scattered() throws {
        let device = try SimulatedDevice.make()
        let size = 1 << 20
        var random = SplitMix64(seed: 7)
        var content = bytes(size, 1)
        try device.files.write(content, to: "/f")
        for _ in 0..<3 {
            let handle = try device.files.open("/f")
            for step in 0..<2_000 {
                let start = Int.random(in: 0..<content.count, using: &random)
                let count = Int.random(in: 1...300, using: &random)
                var piece = bytes(count, step | 1)
                if step.isMultiple(of: 97) { piece = bytes(5_000, 0) }
                if step.isMultiple(of: 501) {
                    content.removeLast(min(content.count / 50, content.count - start))
                    try handle.truncate(to: UInt64(content.count))
                }
                let end = start + piece.count
                content += bytes(max(0, end - content.count), 0)
                content.replaceSubrange(start..<end, with: piece)
                try handle.write(piece, at: UInt64(start))
            }
            #expect(try handle.read(at: 0, count: 2 * size) == content)
            try handle.close()
            #expect(try device.files.read("/f") == content)
        }
        #expect(try device.files.check().isClean)
    }

    @Test("a file is as it was after any number of closes, each with an index of its own")
    func closes() throws {
        var content = bytes(200_000, 1)
        try files.write(content, to: "/f")
        for turn in 0..<30 {
            let handle = try files.open("/f")
            for piece in 0..<5 {
                let start = (turn * 37_003 + piece * 9_001) % 190_000
                try handle.write(bytes(4_096, turn + piece), at: UInt64(start))
                content.replaceSubrange(start..<start + 4_096, with: bytes(4_096, turn + piece))
            }
            try handle.close()
            #expect(try files.read("/f") == content)
        }
        #expect(try files.check().isClean)
    }

    @Test("a reader of another process keeps what it opened")
    func otherReader() throws {
        try files.write(bytes(100_000, 1), to: "/f")
        let writer = try files.open("/f")
        try writer.write(bytes(65_536, 2), at: 0)
        let reader = try device.secondStore().open("/f", .read)
        try overwrite(writer, times: 20)
        #expect(try reader.read(at: 0, count: 100_000) == bytes(65_536, 2) + bytes(34_464, 1))
        try writer.close()
        #expect(try reader.read(at: 0, count: 1) == [2])
        #expect(try device.secondStore().read("/f").first == 147)
    }

    @Test("a read of many pieces ends with what it began with")
    func longRead() throws {
        let content = bytes(3 << 20, 5)
        try files.write(content, to: "/f")
        let handle = try files.open("/f")
        try handle.write(bytes(65_536, 5), at: 2 << 20)
        let sink = MeddlingSink {
            for time in 0..<20 { try handle.write(bytes(65_536, time), at: 2 << 20) }
        }
        try handle.copyContent(into: sink)
        #expect(sink.bytes == content)
        #expect(try handle.read(at: 2 << 20, count: 1) == [19])
    }

    @Test("a class A handle goes on after a lock in the middle, and a close while locked keeps all")
    func locked() throws {
        let handle = try files.open("/f", creating: true, as: .complete)
        try overwrite(handle, times: 7)
        try device.lock()
        #expect(refusal { try handle.write([1], at: 0) } == .protectedDataUnavailable)
        try device.unlock()
        try overwrite(handle, times: 8)
        try device.lock()
        try handle.close()
        #expect(refusal { try files.read("/f") } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try files.read("/f") == bytes(65_536, 135))
    }

    @Test("a class B handle gives space back while the device is locked")
    func unlessOpen() throws {
        let handle = try files.open("/f", creating: true, as: .completeUnlessOpen)
        try device.lock()
        try overwrite(handle, times: 50)
        #expect(space < 400_000)
        try handle.close()
        try device.unlock()
        #expect(try files.read("/f") == bytes(65_536, 177))
    }

    @Test("a backup by hard link keeps all that its copy of the header names")
    func hardLink() throws {
        try files.write(bytes(100_000, 1), to: "/f")
        let handle = try files.open("/f")
        try handle.write(bytes(65_536, 2), at: 0)
        try device.host.addName(try device.host.onlyEntry(), "/backup")
        let before = try device.host.bytes("/backup")
        try overwrite(handle, times: 5)
        let after = try device.host.bytes("/backup")
        #expect(after.prefix(before.count) == before[...])
    }

    @Test("a host that takes no part of a file back has the log folded when it grows too long")
    func noHoles() throws {
        let content = bytes(100_000, 1)
        try files.write(content, to: "/f")
        let handle = try files.open("/f")
        try faulty.run(FaultPlan(hasHoles: false)) {
            try overwrite(handle, times: 20)
            try handle.close()
        }
        #expect(try device.host.bytes(try device.host.onlyEntry()).count < 110_000)
        #expect(try files.read("/f") == bytes(65_536, 147) + content.suffix(34_464))
    }

    @Test("a change of an index, or of its place, shows", arguments: 0..<24)
    func tampering(step: Int) throws {
        let handle = try files.open("/f", creating: true)
        for part in 0..<40 { try handle.write(bytes(4_096, part), at: UInt64(part) << 12) }
        try handle.close()
        let host = device.host
        let name = try host.onlyEntry()
        var sealed = try host.bytes(name)
        // The index is the last group: one frame.
        let place = sealed.count - 1 - step * 97
        sealed[place] ^= 1
        try host.put(sealed, name)
        #expect(refusal { try files.read("/f") } == .authenticationFailure)
        sealed[place] ^= 1
        try host.put(sealed, name)
        #expect(try files.read("/f").count == 40 << 12)
        try host.put(Array(sealed.dropLast(1 + step * 97)), name)
        #expect(refusal { try files.read("/f") } == .authenticationFailure)
    }

    @Test("a call that fails in the middle loses nothing that is acknowledged")
    func faults() throws {
        var call = 0
        var isReached = true
        while isReached {
            let faulty = try FaultyDevice(logPolicy: .eager)
            let files = faulty.device.files
            let handle = try files.open("/f", creating: true)
            try overwrite(handle, times: 2)
            try handle.synchronize()
            var content = bytes(65_536, 129)
            faulty.run(FaultPlan([.call(call): .diskError])) {
                if refusal({ try handle.write(bytes(65_536, 9), at: 0) }) == nil {
                    content = bytes(65_536, 9)
                }
                isReached = faulty.faults.callCount > call
            }
            // A handle whose sync failed refuses everything, and goes back to what was durable.
            let refusals = [
                refusal { try handle.write([77], at: 0) }, refusal { try handle.synchronize() },
                refusal { try handle.close() },
            ]
            if refusals == [nil, nil, nil] { content[0] = 77 }
            let isPoisoned = refusals == [.inputOutput, .inputOutput, .inputOutput]
            let expected = isPoisoned ? [bytes(65_536, 129), content] : [content]
            #expect(expected.contains(try files.read("/f")), "call \(call)")
            #expect(try faulty.device.host.leftovers() == [], "call \(call)")
            call += 1
        }
    }

    @Test("a full disk leaves the log, and writing goes on")
    func diskFull() throws {
        let handle = try files.open("/f", creating: true)
        try overwrite(handle, times: 2)
        try faulty.run(FaultPlan([.nth(1, .write): .diskFull])) {
            try handle.write(bytes(65_536, 9), at: 0)
        }
        #expect(try handle.read(at: 0, count: 1) == [9])
        try overwrite(handle, times: 30)
        try handle.close()
        #expect(try files.read("/f") == bytes(65_536, 157))
    }
}
