import Synchronization
import SystemIO

/// What is wrong with a device's disk, also after a restart of the device.
final class InstalledFaults: Sendable {
    private let fileSystem = Mutex<FaultInjectingFileSystem?>(nil)

    /// Puts faults in front of the disk of a device that starts; all is well at first.
    func wrap(_ memory: InMemoryFileSystem) -> any FileSystem {
        let faulty = FaultInjectingFileSystem(memory)
        fileSystem.withLock { $0 = faulty }
        return faulty
    }

    func install(_ plan: FaultPlan) {
        fileSystem.withLock { $0 }?.install(plan)
    }
}
