import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Files that have no name yet")
struct TransientFileTests {
    private let device: SimulatedDevice

    init() throws {
        var policy = LogPolicy()
        policy.transientByteCount = 50_000
        device = try .make(logPolicy: policy)
        try device.files.makeDirectory("/a", as: .complete)
    }

    private func make(_ known: TransientKey? = nil) throws -> TransientFile {
        try #require(try TransientFile("/a/b", in: device.files, sealedBy: known))
    }

    private func read(_ file: TransientFile, _ range: Range<Int>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 7, count: range.count)
        let count = try bytes.withUnsafeMutableBytes {
            try file.read(at: UInt64(range.lowerBound), into: LentMemory($0))
        }
        return Array(bytes.prefix(count))
    }

    @Test("hold what was written, through locks and on their way to the disk", arguments: 0..<8)
    func model(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let file = try make()
        var content: [UInt8] = []
        for step in 0..<200 {
            let offset = Int.random(in: 0...content.count + 20, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                try file.truncate(to: UInt64(offset))
                content += Array(repeating: 0, count: max(0, offset - content.count))
                content.removeLast(content.count - offset)
            case 1:
                try device.lock()
                try device.unlock()
            case 2 where step > 150: try file.move()
            case 3...7:
                let start = Bool.random(using: &random) ? content.count : offset
                let count = [1, 4, 8, 100, 4_096].randomElement(using: &random) ?? 1
                guard start + count <= 50_000 else { continue }
                let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                #expect(try file.write(bytes.span.bytes, at: UInt64(start)))
                content += Array(repeating: 0, count: max(0, start + count - content.count))
                content.replaceSubrange(start..<start + count, with: bytes)
            default:
                let range = offset..<offset + Int.random(in: 0..<9_000, using: &random)
                #expect(try read(file, range) == Array(content[range.clamped(to: content.indices)]))
            }
            #expect(try file.size == UInt64(content.count))
        }
        try file.move()
        #expect(try device.files.read("/a/b") == content)
    }

    @Test("are as unreadable while locked as others of their class, and keep what they have")
    func locked() throws {
        let file = try make()
        #expect(try file.write([UInt8](repeating: 1, count: 100).span.bytes, at: 0))
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try read(file, 0..<1) }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try file.write([UInt8](repeating: 1, count: 100).span.bytes, at: 0)
        }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try file.synchronize() }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try file.move() }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try make(file.key) }
        #expect(try device.files.names(in: "/a") == [])
        try device.unlock()
        #expect(try read(file, 0..<200) == Array(repeating: 1, count: 100))
    }

    @Test("are refused where there is something, and when they grow too large")
    func refused() throws {
        let file = try make()
        let bytes = [UInt8](repeating: 1, count: 50_000)
        #expect(try file.write(bytes.span.bytes, at: 0))
        let more: [UInt8] = [1]
        #expect(try !file.write(more.span.bytes, at: 50_000))
        try file.move()
        #expect(try file.write(more.span.bytes, at: 50_000))
        #expect(try TransientFile("/a/b", in: device.files, sealedBy: file.key) == nil)
        try file.close()
        #expect(throws: ProtectionError(.handleClosed, "")) { try file.size }
    }

    @Test(
        "keep what they have when they cannot come to the disk, where nothing of it is left",
        arguments: [SystemCall.write, .synchronize]
    )
    func failedMove(_ call: SystemCall) throws {
        let faulty = try FaultyDevice()
        let files = faulty.device.files
        let bytes: [UInt8] = [1, 2, 3]
        for nth in 0..<6 {
            let path = try DevicePath.root.appending("\(nth)")
            let file = try #require(try TransientFile(path, in: files, sealedBy: nil))
            #expect(try file.write(bytes.span.bytes, at: 0))
            faulty.run(FaultPlan([.nth(nth, call): .diskError])) { _ = refusal { try file.move() } }
            #expect(try read(file, 0..<9) == bytes)
            guard file.isInMemory else { continue }
            let left = try? files.metadata(of: path)
            #expect(left == nil || left?.size == 0)
        }
    }
}
