import DeviceSimulation
import Dispatch
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("A class that changes while a file is in use")
struct LongReadTests {
    /// Collects content, and does something when the first piece has come.
    private final class InterruptingSink: ContentSink {
        private let interruption: @Sendable () throws -> Void
        private let collected = Mutex<Int>(0)

        init(_ interruption: @escaping @Sendable () throws -> Void) {
            self.interruption = interruption
        }

        var isSequential: Bool { true }
        var byteCount: Int { collected.withLock { $0 } }

        func write(_ bytes: RawSpan, at offset: UInt64) throws {
            collected.withLock { $0 += bytes.byteCount }
            if offset == 0 { try interruption() }
        }
    }

    private static let content = [UInt8](repeating: 5, count: 3 << 20)
    private static let weaker = ProtectionClass.completeUntilFirstUserAuthentication

    @Test(
        "a class that is raised during a long read decides at the lock",
        arguments: [true, false]
    )
    func raised(isSameProcess: Bool) throws {
        let device = try SimulatedDevice.make()
        try device.files.write(Self.content, to: "/f", as: Self.weaker)
        let other = isSameProcess ? device.files : try device.secondStore()
        let sink = InterruptingSink {
            try other.setProtection(.complete, of: "/f")
            try device.lock()
        }
        #expect(refusal { try device.files.read("/f", into: sink) } == .protectedDataUnavailable)
        // The one piece that the sink had in its hands when the device locked.
        #expect(sink.byteCount == 64 << 10)
        try device.unlock()
        #expect(try device.files.read("/f") == Self.content)
    }

    @Test("a class that is lowered during a long read lets it go on after the lock")
    func lowered() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(Self.content, to: "/f", as: .complete)
        let other = try device.secondStore()
        let sink = InterruptingSink {
            try other.setProtection(Self.weaker, of: "/f")
            try device.lock()
        }
        try device.files.read("/f", into: sink)
        #expect(sink.byteCount == Self.content.count)
    }

    @Test("a copy that is being made stops at the lock, and leaves nothing")
    func copy() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.files.write(Self.content, to: "/f", as: Self.weaker)
        let other = try device.secondStore()
        let reads = Mutex(0)
        let plan = FaultPlan { _, call in
            guard call == .write,
                reads.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            _ = refusal { try other.setProtection(.complete, of: "/f") }
            _ = refusal { try device.lock() }
        }
        faulty.run(plan) {
            #expect(
                refusal { try device.files.copy("/f", to: "/g") } == .protectedDataUnavailable
            )
        }
        #expect(try device.files.names(in: .root) == ["f"])
        #expect(try device.host.leftovers() == [])
    }

    @Test("a file does not come into a class whose keys went while its wrap was being written")
    func raisedAcrossTheLock() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.files.write([1], to: "/f", as: Self.weaker)
        let handle = try device.files.open("/f", .read)
        let writes = Mutex(0)
        let plan = FaultPlan { _, call in
            // The wrap is made; the slots are not yet written.
            guard call == .write,
                writes.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            _ = refusal { try device.lock() }
        }
        faulty.run(plan) {
            #expect(
                refusal { try device.files.setProtection(.complete, of: "/f") }
                    == .protectedDataUnavailable
            )
        }
        // The change came too late, so it was taken back.
        #expect(try device.files.metadata(of: "/f").protection == Self.weaker)
        #expect(try handle.read(at: 0, count: 1) == [1])
    }

    /// Stands in a write, as one into a full pipe does, until it is let go.
    private final class StalledSink: ContentSink {
        let isSequential: Bool
        private let isStalled = Mutex(true)
        private let received = Mutex<[Int]>([])
        private let entered = DispatchSemaphore(value: 0)
        private let released = DispatchSemaphore(value: 0)

        init(isSequential: Bool) { self.isSequential = isSequential }

        var pieces: [Int] { received.withLock { $0 } }

        func write(_ bytes: RawSpan, at offset: UInt64) {
            received.withLock { $0.append(bytes.byteCount) }
            let stalls = isStalled.withLock { isStalled in
                defer { isStalled = false }
                return isStalled
            }
            guard stalls else { return }
            entered.signal()
            released.wait()
        }

        func waitUntilStalled() { entered.wait() }
        func release() { released.signal() }
    }

    private func readStalling(
        _ store: FileStore,
        _ sink: StalledSink,
        meanwhile: () throws -> Void
    ) throws -> ErrorCode? {
        let end = DispatchSemaphore(value: 0)
        let outcome = Mutex<ErrorCode?>(nil)
        let reader = try SystemThread {
            let code = refusal { try store.read("/f", into: sink) }
            outcome.withLock { $0 = code }
            end.signal()
        }
        sink.waitUntilStalled()
        // A lock that waited for the sink would hang here.
        try meanwhile()
        sink.release()
        end.wait()
        reader.finish()
        return outcome.withLock { $0 }
    }

    @Test(
        "after a lock nothing leaves but the piece that a stalled reader is busy with",
        arguments: [1, 4]
    )
    func stalled(workers: Int) throws {
        let device = try SimulatedDevice.make()
        let store = try device.secondStore(workerCount: workers)
        try device.files.write(Self.content, to: "/f", as: .complete)
        let sink = StalledSink(isSequential: true)
        let code = try readStalling(store, sink) { try device.lock() }
        #expect(code == .protectedDataUnavailable)
        #expect(sink.pieces == [64 << 10])
    }

    @Test("a lock and an unlock meanwhile do not bring back what was taken")
    func stalledAcrossUnlock() throws {
        let device = try SimulatedDevice.make()
        let store = try device.secondStore(workerCount: 2)
        try device.files.write(Self.content, to: "/f", as: .complete)
        let sink = StalledSink(isSequential: true)
        let code = try readStalling(store, sink) {
            try device.lock()
            try device.unlock()
        }
        #expect(code == .protectedDataUnavailable)
        #expect(sink.pieces == [64 << 10])
        #expect(try device.files.read("/f") == Self.content)
    }

    @Test(
        "a stalled reader of a class that outlives the lock gets all of it",
        arguments: [
            ProtectionClass.completeUnlessOpen, .completeUntilFirstUserAuthentication, .none,
        ]
    )
    func stalledButOpen(protection: ProtectionClass) throws {
        let device = try SimulatedDevice.make()
        let store = try device.secondStore(workerCount: 4)
        try device.files.write(Self.content, to: "/f", as: protection)
        let sink = StalledSink(isSequential: true)
        let code = try readStalling(store, sink) { try device.lock() }
        #expect(code == nil)
        #expect(sink.pieces.reduce(0, +) == Self.content.count)
        #expect(sink.pieces.allSatisfy { $0 <= 64 << 10 })
    }

    @Test("a device that goes off takes every class back", arguments: ProtectionClass.allCases)
    func stalledAtShutdown(protection: ProtectionClass) throws {
        let device = try SimulatedDevice.make()
        let store = try device.secondStore(workerCount: 4)
        try device.files.write(Self.content, to: "/f", as: protection)
        let sink = StalledSink(isSequential: true)
        let code = try readStalling(store, sink) { try device.holder.shutDown() }
        #expect(code == .handleClosed)
        #expect(sink.pieces == [64 << 10])
    }
}
