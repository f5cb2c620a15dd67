import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// The keys of this device, each a file of its class in the folder `Trust`.
enum DeviceKey: String, CaseIterable {
    /// Ed25519: signs statements, so that membership changes only on an unlocked device.
    case identity
    /// X25519: for sessions, also while the device is locked.
    case session
    /// X25519: opens what only an unlocked device may.
    case unlocked

    static let byteCount = 32

    var protection: ProtectionClass {
        switch self {
        case .identity, .unlocked: .complete
        case .session: .completeUntilFirstUserAuthentication
        }
    }

    private var fileName: String { rawValue + ".key" }

    /// The private key, in the group of its class: a lock that discards the class wipes it.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` while its class is closed.
    func read(
        _ files: FileStore,
        in folder: DevicePath,
        _ keys: any KeyService
    ) throws -> SecureBytes {
        let content: SecretContent
        do {
            let file = try files.open(try folder.appending(fileName), .read)
            defer { try? file.close() }
            content = try file.content(at: 0, count: Self.byteCount)
        } catch let error as ProtectionError {
            switch error.code {
            case .protectedDataUnavailable: throw ProtectionError.lockedTrust
            case .notFound: throw ProtectionError.damagedTrust
            default: throw error
            }
        }
        guard content.count == Self.byteCount else { throw ProtectionError.damagedTrust }
        return try SecureBytes(
            count: content.count,
            group: .fileKeys(protection),
            arena: keys.arena
        ) { target in
            content.withBytes { target.storeBytes($0) }
        }
    }

    fileprivate func write(
        _ secret: borrowing SecureBytes,
        _ files: FileStore,
        in folder: DevicePath
    ) throws {
        _ = try files.write(
            SecretSource(try secret.copy(to: secret.group)),
            to: try folder.appending(fileName),
            as: protection
        )
    }

    func remove(_ files: FileStore, in folder: DevicePath) throws {
        do { try files.remove(try folder.appending(fileName)) } catch {
            guard error.code == .notFound else { throw error }
        }
    }
}

/// New keys, in memory only until a circle has them; a lock wipes what it discards of them.
struct DeviceIdentity: ~Copyable {
    private let identity: SecureBytes
    let session: SecureBytes
    private let unlocked: SecureBytes

    init(_ keys: any KeyService) throws {
        func secret(_ key: DeviceKey) throws -> SecureBytes {
            try SecureBytes(
                count: DeviceKey.byteCount,
                group: .fileKeys(key.protection),
                arena: keys.arena
            ) { keys.random.fill(&$0) }
        }
        let identity = try secret(.identity)
        let session = try secret(.session)
        let unlocked = try secret(.unlocked)
        self.identity = identity
        self.session = session
        self.unlocked = unlocked
    }

    func signingKey() throws -> Ed25519.SigningKey { try Ed25519.SigningKey(seed: identity) }

    /// What the device says of its keys, for a circle.
    func record(named name: String, in circle: CircleID) throws -> DeviceRecord {
        try DeviceRecord(
            try signingKey(),
            sessionKey: try X25519.publicKey(of: session),
            unlockedKey: try X25519.publicKey(of: unlocked),
            name: name,
            circle: circle
        )
    }

    /// Keeps them; they count once a document says so.
    func write(_ files: FileStore, in folder: DevicePath) throws {
        try DeviceKey.identity.write(identity, files, in: folder)
        try DeviceKey.session.write(session, files, in: folder)
        try DeviceKey.unlocked.write(unlocked, files, in: folder)
    }
}

extension ProtectionError {
    static let lockedTrust = ProtectionError(
        .protectedDataUnavailable,
        "the keys for trusted devices are not available while the device is locked"
    )

    static let damagedTrust = ProtectionError(
        .authenticationFailure,
        "what the device keeps of its trusted devices is damaged or incomplete: leave the circle, and join "
            + "it again"
    )
}
