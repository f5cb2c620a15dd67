package import DeviceSimulation
package import KeyManagement
package import ProtectedStore
package import ProtectionModel
package import SimulatedDisk
import Synchronization
import SystemIO
import SystemPackage

/// A device whose file system goes wrong where a plan says.
package final class FaultyDevice: Sendable {
    package let device: SimulatedDevice
    private let current: Current

    private final class Current: Sendable {
        let faults = Mutex<FaultInjectingFileSystem?>(nil)
    }

    /// A booted device with all going well so far.
    package init(
        hasPasscode: Bool = true,
        isUnlocked: Bool = true,
        logPolicy: LogPolicy = LogPolicy(),
        _ change: (inout DeviceSettings) -> Void = { _ in }
    ) throws {
        let current = Current()
        self.current = current
        device = try .make(
            hasPasscode: hasPasscode,
            isUnlocked: isUnlocked,
            logPolicy: logPolicy,
            changing: change,
            wrapping: { memory in
                let faults = FaultInjectingFileSystem(memory)
                current.faults.withLock { $0 = faults }
                return faults
            }
        )
    }

    /// The faults of the present start of the device.
    package var faults: FaultInjectingFileSystem {
        guard let faults = current.faults.withLock({ $0 }) else {
            preconditionFailure("the device has started")
        }
        return faults
    }

    /// The calls `body` makes, in order.
    package func calls(of body: () throws -> Void) rethrows -> [SystemCall] {
        let calls = Mutex<[SystemCall]>([])
        let plan = FaultPlan { _, call in calls.withLock { $0.append(call) } }
        try run(plan, body)
        return calls.withLock { $0 }
    }

    /// How many calls `body` makes.
    package func callCount(of body: () throws -> Void) rethrows -> Int {
        faults.install(FaultPlan())
        try body()
        return faults.callCount
    }

    /// Runs `body` under a plan, and lets all go well again.
    package func run(_ plan: FaultPlan, _ body: () throws -> Void) rethrows {
        faults.install(plan)
        defer { faults.install(FaultPlan()) }
        try body()
    }

    /// The file system as it was before each call that `body` makes.
    package func snapshots(of body: () throws -> Void) rethrows -> [InMemoryFileSystem] {
        let snapshots = Mutex<[InMemoryFileSystem]>([])
        let memory = device.memoryFileSystem
        let plan = FaultPlan { _, _ in
            let snapshot = memory.snapshot()
            snapshots.withLock { $0.append(snapshot) }
        }
        try run(plan, body)
        return snapshots.withLock { $0 } + [memory.snapshot()]
    }
}

extension FaultyDevice {
    /// Makes a small file whose log stays: its fold at the close finds the disk full.
    ///
    /// `base` is sealed whole, then each of `writes` becomes a group of the log.
    package func makeLog(
        _ path: DevicePath,
        _ base: [UInt8],
        writes: [(offset: UInt64, bytes: [UInt8])],
        as protection: ProtectionClass
    ) throws {
        try device.files.write(base, to: path, as: protection)
        let handle = try device.files.open(path)
        for write in writes { try handle.write(write.bytes, at: write.offset) }
        let full = (0..<64).map { (FaultPlan.Place.nth($0, .open), FaultPlan.Fault.diskFull) }
        try run(FaultPlan(Dictionary(uniqueKeysWithValues: full))) { try handle.close() }
    }
}

extension FaultyDevice {
    /// Runs `body`, with `other` before the n-th call of one sort that it makes.
    package func run(
        _ nth: Int,
        _ sort: SystemCall,
        _ other: @escaping @Sendable () -> Void,
        _ body: () throws -> Void
    ) rethrows {
        let count = Mutex(0)
        let plan = FaultPlan { _, call in
            guard call == sort else { return }
            let isIt = count.withLock { count in
                defer { count += 1 }
                return count == nth
            }
            if isIt { other() }
        }
        try run(plan, body)
    }
}

extension FaultPlan.Fault {
    /// The disk is full.
    package static var diskFull: Self { .fail(.noSpace) }
    /// The disk fails.
    package static var diskError: Self { .fail(.ioError) }
}

extension FaultPlan.Fault {
    /// A sync fails, and the bytes it did not write stay or go.
    package static func failedSync(_ pages: UnsyncedPages) -> Self {
        .failSynchronize(.ioError, pages)
    }
}
