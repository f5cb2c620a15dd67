import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Taking over a log that another process wrote")
struct TakeOverTests {
    @Test("a long tail is taken over in pieces of at most 1 MiB")
    func pieces() throws {
        let device = try SimulatedDevice.make()
        let content = (0..<3_500_000).map { UInt8(truncatingIfNeeded: $0 / 1_000 | 1) }
        try device.files.write([9, 9], to: "/f")
        let handle = try device.files.open("/f")
        try handle.write(content, at: 1)
        let faults = FaultInjectingFileSystem(device.memoryFileSystem.crash(.keepAll))
        let restarted = try RestartedDevice(on: faults)
        try restarted.unlock()
        let before = try HostFiles(device.memoryFileSystem).allBytes()
        var calls: [SystemCall: Int] = [:]
        faults.install(FaultPlan())
        let writer = try restarted.files.open("/f")
        #expect(faults.largestTransfer <= 1 << 20)
        for call in [SystemCall.write, .synchronize] { calls[call] = faults.callCount(of: call) }
        #expect(calls == [.write: 4, .synchronize: 1])
        #expect(try device.host.allBytes() == before)
        try writer.append([7])
        try writer.close()
        #expect(try restarted.files.read("/f") == [9] + content + [7])
    }

    @Test("what a reader knew of a log counts for nothing once it writes")
    func staleLog() throws {
        let faulty = try FaultyDevice()
        let one = faulty.device.files
        let two = try faulty.device.secondStore()
        // Large enough that no close folds the log away.
        let base = [UInt8](repeating: 3, count: 1 << 20)
        try one.write(base, to: "/f", as: .complete)
        let first = try one.open("/f")
        try first.write([7], at: 0)
        let reader = try two.open("/f", .read)
        #expect(try reader.read(at: 0, count: 2) == [7, 3])
        // The frame that the reader saw is cut, and another of the same length takes its place.
        faulty.run(FaultPlan([.nth(0, .synchronize): .failedSync(.reverted)])) {
            #expect(refusal { try first.synchronize() } == .inputOutput)
        }
        #expect(refusal { try first.close() } == .inputOutput)
        let second = try one.open("/f")
        try second.write([8], at: 0)
        try second.close()
        let writer = try two.open("/f")
        #expect(try writer.read(at: 0, count: 2) == [8, 3])
        try writer.append([9])
        // The kernel tells of the failure once on each descriptor that was open then, the reader's
        // too; so nothing more is promised through it, and nothing is lost.
        #expect(refusal { try writer.close() } == .inputOutput)
        try reader.close()
        let again = try two.open("/f")
        try again.append([9])
        try again.close()
        let third = try faulty.device.secondStore()
        #expect(try third.read("/f") == [8] + base.dropFirst() + [9])
        #expect(try third.check().isClean)
    }

    @Test("a reader that becomes the writer goes on after what another wrote and anchored")
    func grownLog() throws {
        let device = try SimulatedDevice.make()
        let two = try device.secondStore()
        let base = [UInt8](repeating: 3, count: 1 << 20)
        try device.files.write(base, to: "/f", as: .complete)
        let reader = try two.open("/f", .read)
        let handle = try device.files.open("/f")
        try handle.append([4])
        try handle.close()
        let writer = try two.open("/f")
        try writer.append([5])
        try writer.close()
        try reader.close()
        let third = try device.secondStore()
        #expect(try third.read("/f") == base + [4, 5])
        #expect(try third.metadata(of: "/f").size == UInt64(base.count + 2))
        #expect(try third.check().isClean)
    }
}
