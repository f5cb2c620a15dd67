import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport

/// One call of a scenario, and what its return promises.
struct CrashStep: Sendable {
    enum Promise: Sendable {
        /// What it did, and all before, survives a power loss.
        case durable
        /// A power loss may take it, whole.
        case volatile
        /// What was done before it survives a power loss; nothing new is to be seen.
        case sync
        /// It changes and promises nothing.
        case silent
    }

    let promise: Promise
    let run: @Sendable (CrashSession) throws -> Void

    static func durable(_ run: @escaping @Sendable (CrashSession) throws -> Void) -> CrashStep {
        CrashStep(promise: .durable, run: run)
    }

    static func volatile(_ run: @escaping @Sendable (CrashSession) throws -> Void) -> CrashStep {
        CrashStep(promise: .volatile, run: run)
    }

    static func sync(_ run: @escaping @Sendable (CrashSession) throws -> Void) -> CrashStep {
        CrashStep(promise: .sync, run: run)
    }

    static func silent(_ run: @escaping @Sendable (CrashSession) throws -> Void) -> CrashStep {
        CrashStep(promise: .silent, run: run)
    }
}

/// What the steps of a scenario work with.
final class CrashSession {
    let device: CrashDevice
    let faults: FaultInjectingFileSystem
    var handle: ProtectedFile?
    /// What works in a mount; see ``program()``.
    var mounted: MountedProgram?

    /// Boots what lies on a disk.
    init(
        on disk: InMemoryFileSystem,
        logPolicy: LogPolicy,
        settling: SettlingPolicy? = nil,
        random: RecordingRandomSource
    ) throws {
        faults = FaultInjectingFileSystem(disk)
        device = try CrashDevice(
            on: faults,
            logPolicy: logPolicy,
            settling: settling,
            random: random
        )
    }

    var files: FileStore { device.files }

    /// The handle that an earlier step opened.
    func open() throws -> ProtectedFile {
        guard let handle else { throw ProtectionError(.handleClosed, "no step opened a handle") }
        return handle
    }
}

func path(_ text: String) throws -> DevicePath { try DevicePath(text) }
