import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Keys that are made before their files")
struct SpareKeysTests {
    private let device: SimulatedDevice
    private let keys: CountingKeyService
    private let files: FileStore

    init() throws {
        device = try SimulatedDevice.make()
        keys = CountingKeyService(device.holder)
        files = try Self.store(device, keys)
    }

    private static func store(
        _ device: SimulatedDevice,
        _ keys: CountingKeyService
    ) throws -> FileStore {
        let directory = try DeviceDirectory("/device", on: device.memoryFileSystem)
        return try FileStore(
            in: directory.directory.descriptor,
            StoreContext(
                fileSystem: device.memoryFileSystem,
                keys: keys,
                workerCount: 1,
                patience: .none,
                keyBatchLimit: 4
            )
        )
    }

    private func make(_ names: [String], as protection: ProtectionClass) throws {
        for name in names {
            try files.write(Array(name.utf8), to: try DevicePath("/\(name)"), as: protection)
        }
    }

    @Test("twice as many each time, up to the limit")
    func batches() throws {
        try make((0..<10).map { "\($0)" }, as: .complete)
        #expect(keys.batches == [1, 2, 4, 4])
    }

    @Test("each file has a key of its own, of its class")
    func ownKeys() throws {
        try make(["a", "b", "c", "d"], as: .complete)
        try make(["e", "f", "g"], as: .none)
        let second = try device.secondStore()
        for name in ["a", "b", "c", "d", "e", "f", "g"] {
            #expect(try second.read(DevicePath("/\(name)")) == Array(name.utf8))
        }
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try second.read(DevicePath("/d"))
        }
        #expect(try second.read(DevicePath("/g")) == Array("g".utf8))
    }

    @Test(
        "after a lock none from before it is used",
        arguments: [ProtectionClass.complete, .completeUnlessOpen]
    )
    func lock(_ protection: ProtectionClass) throws {
        try make(["a", "b"], as: protection)
        let asked = keys.batches.count
        try device.lock()
        if protection == .complete {
            #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
                try make(["c"], as: protection)
            }
            #expect(try files.names(in: .root).count == 2)
            try device.unlock()
        }
        try make(["c"], as: protection)
        #expect(keys.batches[asked...] == [1])
        try device.unlock()
        #expect(try device.secondStore().read(DevicePath("/c")) == Array("c".utf8))
    }

    @Test("after a restart none from before it is used")
    func restart() throws {
        try make(["a", "b"], as: .completeUntilFirstUserAuthentication)
        try device.holder.reboot()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try make(["c"], as: .completeUntilFirstUserAuthentication)
        }
    }

    @Test("of class B none is ever made in advance: it would stay through a lock")
    func unlessOpen() throws {
        try make(["a", "b", "c"], as: .completeUnlessOpen)
        try device.lock()
        try make(["d", "e"], as: .completeUnlessOpen)
        #expect(keys.batches == [1, 1, 1, 1, 1])
    }

    @Test("those that come while the device locks are not kept")
    func lockMeanwhile() throws {
        try make(["a"], as: .complete)
        keys.afterMaking { [device] in try? device.lock() }
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try make(["b"], as: .complete)
        }
        keys.afterMaking {}
        try device.unlock()
        try make(["c"], as: .complete)
        #expect(keys.batches == [1, 2, 1])
    }

    @Test("those that come between the word of a lock and the lock are not used after it")
    func lockSoon() throws {
        let store = Mutex<FileStore?>(nil)
        // Who observes earlier hears of a lock later: the store has dropped its keys by then.
        let observation = device.holder.observe { notice in
            guard case .willDiscard = notice else { return }
            for name in ["/a", "/b"] {
                try? store.withLock(\.self)?.write([1], to: DevicePath(name), as: .complete)
            }
        }
        let late = try Self.store(device, keys)
        store.withLock { $0 = late }
        try device.lock()
        observation.cancel()
        let asked = keys.batches
        #expect(asked == [1, 2])
        try device.unlock()
        try late.write([2], to: "/c", as: .complete)
        #expect(keys.batches == asked + [1])
        #expect(try late.read("/c") == [2])
    }
}

/// Counts how many keys are asked for at once.
private final class CountingKeyService: KeyService {
    private let base: any KeyService
    private let counts = Mutex<[Int]>([])
    private let hook = Mutex<@Sendable () -> Void>({})

    init(_ base: any KeyService) { self.base = base }

    var batches: [Int] { counts.withLock(\.self) }

    func afterMaking(_ body: @escaping @Sendable () -> Void) { hook.withLock { $0 = body } }

    var deviceID: DeviceID { base.deviceID }
    var arena: SecureArena { base.arena }
    var suite: ChunkCipherSuite { base.suite }
    var random: any RandomSource { base.random }
    var clock: any DeviceClock { base.clock }

    func advance() { base.advance() }
    func noteActivity() { base.noteActivity() }
    func volumeKeys() throws -> VolumeKeys { try base.volumeKeys() }

    func makeKeys(_ requests: [NewKeyRequest]) throws -> [NewKey] {
        let keys = try base.makeKeys(requests)
        counts.withLock { $0.append(requests.count) }
        hook.withLock(\.self)()
        return keys
    }

    func unwrap(_ requests: [UnwrapRequest]) throws -> [Result<SecretBox, ProtectionError>] {
        try base.unwrap(requests)
    }

    func rewrap(_ request: UnwrapRequest, to protection: ProtectionClass) throws -> WrappedKey {
        try base.rewrap(request, to: protection)
    }

    func status() throws -> DeviceStatus { try base.status() }

    func observe(_ observer: @escaping @Sendable (LockNotice) -> Void) -> LockObservation {
        base.observe(observer)
    }
}
