import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

/// The agent's patience is a clock that stands still here: a call that waits for another for ever
/// does so, and the time limit tells.
@Suite("The files of a device whose keys an agent holds", .timeLimit(.minutes(30)))
struct AgentStoreTests {
    private let agent: RunningAgent
    /// Another process, which locks and unlocks.
    private let locker: AgentKeyService
    private let faults = FaultInjectingFileSystem(PosixFileSystem())
    private let directory: DeviceDirectory
    private let keys: AgentKeyService
    private let files: FileStore

    init() throws {
        agent = try RunningAgent()
        locker = try agent.connectUnlocked("locker")
        keys = try agent.connect("files")
        directory = try DeviceDirectory(agent.folder.path + "/device", on: faults)
        try FileStore.makeRoot(
            in: directory.directory.descriptor,
            protection: .complete,
            volume: keys.volumeKeys(),
            deviceID: keys.deviceID,
            random: SystemRandomSource(),
            on: faults
        )
        files = try FileStore(
            in: directory.directory.descriptor,
            StoreContext(fileSystem: faults, keys: keys, workerCount: 1, patience: .none)
        )
    }

    private func unlock() throws {
        try locker.unlock(try .published(RunningAgent.passcode, locker.arena))
    }

    @Test("a lock that comes while a handle asks for its key again does not wait")
    func lockDuringRevival() throws {
        let path = DevicePath("/a")
        try files.write([1], to: path, as: .complete)
        let handle = try files.open(path, .read)
        try locker.lock(skippingGrace: true)
        try unlock()
        let fresh = try keys.makeKeys([
            NewKeyRequest(
                fileID: FileID([UInt8](repeating: 9, count: 16)),
                protection: .complete
            )
        ])[0]
        let lock = Mutex<Outcome<[ClientProcess]>?>(nil)
        let agent = agent
        faults.install(
            FaultPlan { _, call in
                guard call == .read else { return }
                lock.withLock { lock in
                    guard lock == nil else { return }
                    lock = try? Outcome { try agent.control().lock(skippingGrace: true) }
                }
                // From here on the notice of the lock travels ahead of any key.
                while agent.holder.lockMachine.state != .locked {}
            }
        )
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try handle.read(at: 0, count: 1)
        }
        faults.install(FaultPlan())
        let outcome = try #require(lock.withLock { $0 })
        #expect(try outcome.get() == [])
        #expect(fresh.key.isWiped)
        try unlock()
        #expect(try handle.read(at: 0, count: 1) == [1])
    }

    @Test("locks while several handles are read from several threads leave none out")
    func lockDuringReads() throws {
        let handles = try (0..<3).map { number in
            let path = try DevicePath("/\(number)")
            try files.write([UInt8(number)], to: path, as: .complete)
            return try files.open(path, .read)
        }
        let isOver = Atomic(false)
        try withExtendedLifetime(files) {
            let readers = try handles.enumerated().map { number, handle in
                try Outcome {
                    var codes: Set<ErrorCode> = []
                    while !isOver.load(ordering: .acquiring) {
                        do {
                            guard try handle.read(at: 0, count: 1) == [UInt8(number)] else {
                                throw ProtectionError(.internalError, "not what was written")
                            }
                        } catch { codes.insert(error.code) }
                    }
                    return codes
                }
            }
            for _ in 0..<20 {
                #expect(try agent.control().lock(skippingGrace: true) == [])
                try unlock()
            }
            isOver.store(true, ordering: .releasing)
            for reader in readers {
                #expect(try reader.get().subtracting([.protectedDataUnavailable]) == [])
            }
        }
    }
}
