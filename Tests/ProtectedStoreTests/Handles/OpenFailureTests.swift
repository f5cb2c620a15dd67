import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Calls that fail leave nothing held")
struct OpenFailureTests {
    private static func prepared() throws -> FaultyDevice {
        let faulty = try FaultyDevice()
        try faulty.device.files.write([1], to: "/old", as: .complete)
        try faulty.device.files.makeDirectory("/p")
        _ = try faulty.device.files.names(in: "/p")
        return faulty
    }

    @Test(
        "an opening that fails leaves no handle, no descriptor and no temporary behind",
        arguments: ["/old", "/new"] as [DevicePath],
        [ProtectedFile.Mode.read, .write, .readWrite]
    )
    func opening(path: DevicePath, mode: ProtectedFile.Mode) throws {
        let trial = try Self.prepared()
        let calls = try trial.calls { _ = try trial.device.files.open(path, mode, creating: true) }
        for (index, kind) in calls.enumerated() where kind != .close {
            let faulty = try Self.prepared()
            let before = faulty.device.memoryFileSystem.descriptorCount
            var handle: ProtectedFile?
            faulty.run(FaultPlan([.call(index): .diskError])) {
                _ = refusal { handle = try faulty.device.files.open(path, mode, creating: true) }
            }
            guard handle == nil else {
                try handle?.close()
                continue
            }
            #expect(faulty.device.files.handleCounts.isEmpty, "call \(index), \(kind)")
            #expect(
                faulty.device.memoryFileSystem.descriptorCount == before,
                "call \(index), \(kind)"
            )
            #expect(try faulty.device.host.leftovers().isEmpty, "call \(index), \(kind)")
        }
    }

    @Test("a save that fails keeps nobody from its folder")
    func folderLock() throws {
        let trial = try Self.prepared()
        let calls = try trial.calls { try trial.device.files.write([1], to: "/p/f") }
        // A lock that cannot be given up is held until its descriptor goes.
        for (index, kind) in calls.enumerated() where kind != .close && kind != .lock {
            let faulty = try Self.prepared()
            faulty.run(FaultPlan([.call(index): .diskError])) {
                _ = refusal { try faulty.device.files.write([1], to: "/p/f") }
            }
            let other = try faulty.device.secondStore()
            #expect(refusal { try other.write([2], to: "/p/g") } == nil, "call \(index), \(kind)")
        }
    }
}
