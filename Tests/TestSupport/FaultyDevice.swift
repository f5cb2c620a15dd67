package import DeviceSimulation
package import KeyManagement
package import ProtectedStore
import Synchronization
package import SystemIO

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
        foldPolicy: FoldPolicy = FoldPolicy(),
        _ change: (inout DeviceSettings) -> Void = { _ in }
    ) throws {
        let current = Current()
        self.current = current
        device = try .make(
            hasPasscode: hasPasscode,
            isUnlocked: isUnlocked,
            foldPolicy: foldPolicy,
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
