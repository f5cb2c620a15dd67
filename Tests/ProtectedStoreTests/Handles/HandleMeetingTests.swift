import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Handles of one file that meet")
struct HandleMeetingTests {
    @Test("of two closes at once neither fails when all is durable")
    func closes() throws {
        let device = try SimulatedDevice.make()
        let closeOther = Mutex<(@Sendable () -> Void)?>(nil)
        let memory = device.memoryFileSystem
        let directory = try DeviceDirectory("/device", on: memory)
        let context = StoreContext(
            fileSystem: memory,
            keys: device.holder,
            workerCount: 1,
            patience: .none
        )
        let files = try FileStore(in: directory.directory.descriptor, context) { _ in
            let close = closeOther.withLock { close in
                defer { close = nil }
                return close
            }
            close?()
        }
        let one = try files.open("/f", creating: true)
        let two = try files.open("/f")
        try one.append([1])
        try two.append([2])
        closeOther.withLock { $0 = { #expect(refusal { try two.close() } == nil) } }
        try one.close()
        #expect(try files.read("/f") == [1, 2])
    }

    @Test(
        "opening a file in the moment it gets its name keeps its maker from nothing",
        arguments: [ProtectedStore.ProtectedFile.Mode.read, .readWrite]
    )
    func creation(mode: ProtectedStore.ProtectedFile.Mode) throws {
        let calm = try FaultyDevice()
        let calls = try calm.callCount { _ = try calm.device.files.open("/x", creating: true) }
        for nth in 0..<calls {
            let faulty = try FaultyDevice()
            let files = faulty.device.files
            let kept = Mutex<ProtectedStore.ProtectedFile?>(nil)
            let plan = FaultPlan { index, _ in
                guard index == nth else { return }
                let handle = try? files.open("/x", mode)
                kept.withLock { $0 = handle }
            }
            var made: ProtectedStore.ProtectedFile?
            try faulty.run(plan) { made = try files.open("/x", creating: true) }
            #expect(refusal { try made?.append([1]) } == nil, "call \(nth)")
        }
    }

    @Test("a long read that meets a failing sync calls nothing damaged", arguments: 0..<4)
    func failingSync(nth: Int) throws {
        let faulty = try FaultyDevice()
        let handle = try faulty.device.files.open("/f", creating: true)
        // Frames of 64 KiB: each is a read of its own.
        for _ in 0..<32 {
            try handle.append((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7 | 1) })
        }
        let count = Mutex(0)
        let plan = FaultPlan([.nth(0, .synchronize): .diskError]) { _, call in
            guard call == .read else { return }
            let isIt = count.withLock { count in
                defer { count += 1 }
                return count == nth * 8
            }
            if isIt { _ = refusal { try handle.synchronize() } }
        }
        faulty.run(plan) {
            #expect(refusal { try handle.read(at: 0, count: 2 << 20) } == .inputOutput)
        }
    }
}
