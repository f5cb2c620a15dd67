import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport

/// A device with a file that two processes use.
struct SharedFileScene {
    let device: FaultyDevice

    /// With `hasLog` the next write of the first process folds, while its handle is open.
    init(hasLog: Bool = false) throws {
        device = try FaultyDevice(logPolicy: .eager)
        try device.device.files.write([1], to: "/f", as: ProtectionClass.none)
        if hasLog {
            let killed = try device.device.secondStore()
            let handle = try killed.open("/f")
            for byte in UInt8(6)...9 { try handle.append([byte]) }
            killed.abandon()
        }
        try device.device.files.write([5], to: "/h", as: .complete)
    }

    /// What a step gives.
    func outcome(_ step: SharedFileStep, of files: FileStore) -> SharedFileStep.Outcome {
        do { return try step.run(on: files) } catch {
            return .refused(error.code)
        }
    }

    /// Takes the first step, and the second one whole before one of the first one's system calls.
    func run(
        _ first: SharedFileStep,
        interruptedBy second: SharedFileStep,
        at call: Int
    ) throws -> [SharedFileStep.Outcome] {
        let other = try device.device.secondStore()
        let between = Mutex<SharedFileStep.Outcome?>(nil)
        let plan = FaultPlan { index, _ in
            guard index == call else { return }
            let outcome = outcome(second, of: other)
            between.withLock { $0 = outcome }
        }
        var outcomes: [SharedFileStep.Outcome] = []
        device.run(plan) { outcomes.append(outcome(first, of: device.device.files)) }
        // The first step took another way and ended before.
        let second = between.withLock { $0 } ?? outcome(second, of: other)
        return outcomes + [second]
    }

    /// Every file with its content, class and mode, as a process sees them that just came.
    func state() throws -> [String] {
        let files = try device.device.secondStore()
        let report = try files.check()
        return try files.names(in: .root).map { name in
            let path = try DevicePath("/" + name)
            let metadata = try files.metadata(of: path)
            return "\(name) \(try files.read(path)) \(metadata.protection) \(metadata.mode)"
        } + report.damaged.map { "\($0)" }
    }
}
