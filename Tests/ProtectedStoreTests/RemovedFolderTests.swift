import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("A folder that is removed at the same moment")
struct RemovedFolderTests {
    /// What may make a new entry in a folder.
    enum Making: String, CaseIterable {
        case save, create, makeDirectory, rename

        /// Locks taken before that of the folder: a temporary file's.
        var locksBefore: Int { self == .save || self == .create ? 1 : 0 }

        func run(_ files: FileStore) throws {
            switch self {
            case .save: try files.write([1], to: "/p/new")
            case .create: try files.open("/p/new", creating: true).close()
            case .makeDirectory: try files.makeDirectory("/p/new")
            case .rename: try files.rename("/old", to: "/p/new")
            }
        }
    }

    private static func prepared() throws -> FaultyDevice {
        let faulty = try FaultyDevice()
        try faulty.device.files.write([1], to: "/old")
        try faulty.device.files.makeDirectory("/p")
        // The folder is known and stays open.
        _ = try faulty.device.files.names(in: "/p")
        return faulty
    }

    @Test(
        "what is acknowledged is there, wherever the remover is killed",
        arguments: Making.allCases
    )
    func killedRemover(making: Making) throws {
        let trial = try Self.prepared()
        let count = try trial.callCount { try trial.device.files.removeDirectory("/p") }
        for index in 0...count {
            let faulty = try Self.prepared()
            let device = faulty.device
            let locks = Mutex(0)
            let plan = FaultPlan { _, call in
                let nth = locks.withLock { locks in
                    if call == .lock { locks += 1 }
                    return locks - 1
                }
                guard call == .lock, nth == making.locksBefore else { return }
                _ = refusal { try remove("/p", of: device, killedAt: index) }
            }
            var code: ErrorCode?
            faulty.run(plan) { code = refusal { try making.run(device.files) } }
            let fresh = try device.secondStore()
            let isThere = try fresh.names(in: .root).contains("p")
            #expect(code == (isThere ? nil : .notFound), "killed at call \(index)")
            #expect(try fresh.check(repairing: true).isClean)
            #expect(try device.host.leftovers() == [])
            if code == nil { #expect(try fresh.names(in: "/p") == ["new"]) }
            let isMoved = code == nil && making == .rename
            #expect(try fresh.names(in: .root).contains("old") != isMoved)
        }
    }

    /// Another process that dies, and with it its locks.
    private func remove(
        _ path: DevicePath,
        of device: SimulatedDevice,
        killedAt index: Int
    ) throws {
        let faults = FaultInjectingFileSystem(device.memoryFileSystem)
        let files = try device.secondStore(on: faults)
        _ = try files.names(in: path)
        faults.install(FaultPlan([.call(index): .stop]))
        try files.removeDirectory(path)
    }

    @Test("a folder that moved away takes nothing under its old path")
    func movedFolder() throws {
        let faulty = try Self.prepared()
        let other = try faulty.device.secondStore()
        let locks = Mutex(0)
        let plan = FaultPlan { _, call in
            guard call == .lock,
                locks.withLock({
                    $0 += 1; return $0
                }) == 2
            else { return }
            _ = refusal { try other.rename("/p", to: "/q") }
        }
        faulty.run(plan) {
            #expect(refusal { try faulty.device.files.write([1], to: "/p/f") } == .notFound)
        }
        #expect(try other.names(in: .root) == ["old", "q"])
        #expect(try other.names(in: "/q") == [])
        try faulty.device.files.write([1], to: "/q/f")
        #expect(try other.read("/q/f") == [1])
    }

    @Test("what is moved out of a folder while it is removed is whole, or was removed with it")
    func movedOut() throws {
        func prepared() throws -> FaultyDevice {
            let faulty = try Self.prepared()
            try faulty.device.files.makeDirectory("/p/inner")
            try faulty.device.files.write([7], to: "/p/inner/f")
            return faulty
        }
        let trial = try prepared()
        let count = try trial.callCount { try trial.device.files.removeTree("/p") }
        for index in 0...count {
            let faulty = try prepared()
            let device = faulty.device
            let other = try device.secondStore()
            _ = try other.names(in: "/p/inner")
            let isMoved = Mutex(false)
            let plan = FaultPlan { call, _ in
                guard call == index else { return }
                let code = refusal { try other.rename("/p/inner/f", to: "/moved") }
                isMoved.withLock { $0 = code == nil }
            }
            try faulty.run(plan) { try device.files.removeTree("/p") }
            let found = try device.secondStore()
            let isThere = isMoved.withLock { $0 }
            #expect(try found.names(in: .root) == (isThere ? ["moved", "old"] : ["old"]))
            if isThere { #expect(try found.read("/moved") == [7], "moved at call \(index)") }
            #expect(try device.host.leftovers() == [])
        }
    }
}
