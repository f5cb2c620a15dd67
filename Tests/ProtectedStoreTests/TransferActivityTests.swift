import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import Synchronization
import TestSupport
import Testing

@Suite("A transfer counts as activity")
struct TransferActivityTests {
    private static let autoLock: Duration = .seconds(4)
    private static let runByteCount = 1 << 20

    /// Bytes that take their time: so long before each piece.
    private final class SlowSource: ContentSource {
        private let device: SimulatedDevice
        private let pause: Duration
        private let pieceByteCount: Int
        private let left: Mutex<Int>

        init(_ device: SimulatedDevice, pause: Duration, pieceByteCount: Int, count: Int) {
            self.device = device
            self.pause = pause
            self.pieceByteCount = pieceByteCount
            left = Mutex(count * pieceByteCount)
        }

        func read(into bytes: inout MutableRawSpan) throws -> Int {
            try read(into: &bytes) {}
        }

        func read(into bytes: inout MutableRawSpan, onPiece: () -> Void) throws -> Int {
            var done = 0
            while done < bytes.byteCount {
                let room = min(pieceByteCount, bytes.byteCount - done)
                let count = left.withLock { left in
                    defer { left -= min(left, room) }
                    return min(left, room)
                }
                guard count > 0 else { break }
                // As the timer of an agent would have it.
                device.advance(by: pause)
                done += count
                onPiece()
            }
            return done
        }
    }

    /// Takes its time for each piece.
    private struct SlowSink: ContentSink {
        let device: SimulatedDevice
        let pause: Duration
        let isSequential: Bool

        func write(_ bytes: RawSpan, at offset: UInt64) throws {
            device.advance(by: pause)
        }
    }

    private func makeDevice() throws -> SimulatedDevice {
        try SimulatedDevice.make { settings in
            settings.autoLock = Self.autoLock
            settings.grace = .zero
        }
    }

    @Test("a put that takes longer than the idle time is not cut", arguments: [1 << 20, 100_000])
    func put(pieceByteCount: Int) throws {
        let device = try makeDevice()
        let source = SlowSource(
            device,
            pause: .seconds(3),
            pieceByteCount: pieceByteCount,
            count: 5
        )
        try device.files.write(source, to: "/f", as: .complete)
        #expect(try device.files.metadata(of: "/f").size == UInt64(5 * pieceByteCount))
        #expect(device.lockMachine.state == .unlocked)
        // And idles from then on.
        device.advance(by: Self.autoLock)
        #expect(device.lockMachine.state == .locked)
    }

    @Test("a get that takes longer than the idle time is not cut", arguments: [true, false])
    func get(isSequential: Bool) throws {
        let device = try makeDevice()
        let content = [UInt8](repeating: 7, count: 5 * Self.runByteCount)
        try device.files.write(content, to: "/f", as: .complete)
        let sink = SlowSink(device: device, pause: .seconds(3), isSequential: isSequential)
        try device.files.read("/f", into: sink)
        #expect(device.lockMachine.state == .unlocked)
    }

    @Test("an append that takes longer than the idle time is not cut")
    func append() throws {
        let device = try makeDevice()
        try device.files.write([1], to: "/f", as: .complete)
        let source = SlowSource(device, pause: .seconds(3), pieceByteCount: 65_536, count: 5)
        try device.files.append(source, to: "/f")
        #expect(try device.files.metadata(of: "/f").size == 1 + 5 * 65_536)
    }

    @Test("a put that stalls keeps no device unlocked")
    func stalled() throws {
        let device = try makeDevice()
        let source = SlowSource(
            device,
            pause: Self.autoLock,
            pieceByteCount: Self.runByteCount,
            count: 3
        )
        let code = refusal { try device.files.write(source, to: "/f", as: .complete) }
        #expect(code == .protectedDataUnavailable)
        #expect(device.lockMachine.state == .locked)
        #expect(refusal { try device.files.metadata(of: "/f") } == .notFound)
    }

    @Test("what moves too late undoes no lock that is due, even if nobody has noticed it yet")
    func late() throws {
        let device = try makeDevice()
        device.clock.advance(by: Self.autoLock)
        device.holder.noteActivity()
        #expect(device.lockMachine.state == .locked)
    }

    @Test("a lock that is asked for cuts a transfer all the same")
    func lockedMeanwhile() throws {
        let device = try makeDevice()
        let content = [UInt8](repeating: 7, count: 3 * Self.runByteCount)
        try device.files.write(content, to: "/f", as: .complete)
        let sink = MeddlingSink { try device.lock() }
        #expect(refusal { try device.files.read("/f", into: sink) } == .protectedDataUnavailable)
    }

    /// What is done with a file that is open, and whether it is use.
    enum HandleCall: CaseIterable {
        case read, write, append, truncate, size, synchronize, checkAccess, metadata, names, status

        var isUse: Bool { [.read, .write, .append, .truncate].contains(self) }

        func make(_ file: ProtectedFile, on device: SimulatedDevice) throws {
            switch self {
            case .read: _ = try file.read(at: 0, count: 1)
            case .write: try file.write([1], at: 0)
            case .append: try file.append([1])
            case .truncate: try file.truncate(to: 9)
            case .size: _ = try file.size
            case .synchronize: try file.synchronize()
            case .checkAccess: try file.checkAccess()
            case .metadata: _ = try device.files.metadata(of: "/f")
            case .names: _ = try device.files.listing(of: "/")
            case .status: _ = try device.holder.status()
            }
        }
    }

    @Test("an open file's content counts, and questions do not", arguments: HandleCall.allCases)
    func handles(call: HandleCall) throws {
        let device = try makeDevice()
        try device.files.write([UInt8](repeating: 7, count: 100), to: "/f", as: .complete)
        let file = try device.files.open("/f")
        for _ in 0..<3 {
            device.advance(by: .seconds(3))
            guard device.lockMachine.state == .unlocked else { break }
            try call.make(file, on: device)
        }
        #expect(device.lockMachine.state == (call.isUse ? .unlocked : .locked))
    }

    @Test("what happens by itself does not count, whatever it reads and writes")
    func background() throws {
        let device = try makeDevice()
        try device.files.write([1], to: "/f", as: .complete)
        device.advance(by: .seconds(3))
        try DeviceUse.inBackground {
            try device.files.write([2], to: "/f", as: .complete)
            #expect(try device.files.read("/f") == [2])
        }
        device.advance(by: .seconds(1))
        #expect(device.lockMachine.state == .locked)
    }
}
