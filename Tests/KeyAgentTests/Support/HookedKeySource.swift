import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization

/// A key source that tells a test when a record of attempts was stored.
final class HookedKeySource: DeviceKeySource {
    private let source: FileDeviceKeySource
    private let hook = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ source: FileDeviceKeySource) {
        self.source = source
    }

    /// Runs `hook` once, after the store that follows `skipping` others.
    func afterStore(skipping: Int, _ hook: @escaping @Sendable () -> Void) {
        let left = Mutex(skipping)
        let counted: @Sendable () -> Void = {
            let isDue = left.withLock { left in
                defer { left -= 1 }
                return left == 0
            }
            if isDue { hook() }
        }
        self.hook.withLock { $0 = counted }
    }

    func create(
        for device: DeviceID,
        random: any RandomSource,
        arena: SecureArena
    ) throws -> SecureBytes {
        try source.create(for: device, random: random, arena: arena)
    }

    func load(for device: DeviceID, arena: SecureArena) throws -> SecureBytes {
        try source.load(for: device, arena: arena)
    }

    func destroy(for device: DeviceID) throws {
        try source.destroy(for: device)
    }

    func loadAttempts(for device: DeviceID) throws -> [UInt8]? {
        try source.loadAttempts(for: device)
    }

    var attemptsPlace: String { source.attemptsPlace }

    func storeAttempts(_ record: [UInt8], for device: DeviceID) throws {
        try source.storeAttempts(record, for: device)
        hook.withLock { $0 }?()
    }
}
