import SimulatedDisk
import Synchronization
import SystemIO

/// What is wrong with a device's disk, also after a restart of the device.
final class InstalledFaults: Sendable {
    private struct State {
        var fileSystem: FaultInjectingFileSystem?
        var plan = FaultPlan()
    }

    private let state = Mutex(State())

    /// Puts faults in front of the disk of a device that starts.
    func wrap(_ memory: InMemoryFileSystem) -> any FileSystem {
        state.withLock { state in
            let faulty = FaultInjectingFileSystem(memory, state.plan)
            state.fileSystem = faulty
            return faulty
        }
    }

    func install(_ plan: FaultPlan) {
        let fileSystem = state.withLock { state in
            state.plan = plan
            return state.fileSystem
        }
        fileSystem?.install(plan)
    }
}
