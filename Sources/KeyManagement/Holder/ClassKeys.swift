import ProtectionModel
import SodiumCrypto

/// The class keys and volume keys that a device has in its present state, and what they do for
/// files: make, open and rewrap their keys.
///
/// Noncopyable, so that keys that are discarded here are gone.
struct ClassKeys: ~Copyable {
    private let wrapping: KeyWrapping
    private let arena: SecureArena
    /// Nil while the device is off.
    private var volume: VolumeKeys?
    private var keys: [ProtectionClass: SecretBox] = [:]
    /// Class B's, by which files can be made while locked; a change of the passcode leaves it as it
    /// is.
    private var unlessOpenPublicKey: [UInt8] = []

    /// The keys of a device that is off: none.
    init(of device: DeviceID, random: any RandomSource, arena: SecureArena) {
        wrapping = KeyWrapping(deviceID: device, random: random)
        self.arena = arena
    }

    /// Loads what the device key alone opens: all of it or, when something fails, nothing.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure`.
    mutating func load(_ keybag: Keybag, _ secrets: DeviceSecrets) throws {
        do {
            let volumeKey = try keybag.open(ofDevice: .volume, secrets, arena: arena)
            let volume = try VolumeKeys(volumeKey: volumeKey.secret, device: keybag.deviceID)
            if let keybagKey = try keybag.keybagKey(secrets, arena: arena) {
                keys = try keybag.openClasses(under: keybagKey, arena: arena)
            } else {
                keys = [.none: try keybag.open(ofDevice: .none, secrets, arena: arena)]
            }
            self.volume = volume
            unlessOpenPublicKey = keybag.unlessOpenPublicKey
        } catch { throw ProtectionError(error, "the keybag") }
    }

    /// Takes the class keys that are missing; those that are there stay, with their open files.
    mutating func adopt(_ opened: [ProtectionClass: SecretBox]) {
        for (protection, key) in opened where keys[protection]?.secret.isWiped ?? true {
            keys[protection] = key
        }
    }

    /// Wipes the keys of classes, so that no file key of theirs can be had any more.
    mutating func discard(_ classes: [ProtectionClass]) {
        for protection in classes {
            arena.wipe(.classKeys(protection))
            keys[protection] = nil
        }
    }

    /// Wipes all file keys, and the class keys that are not there after a restart.
    ///
    /// With a restart, what the device key alone opens is there again at once.
    mutating func restart(hasPasscode: Bool) {
        for protection in ProtectionClass.allCases { arena.wipe(.fileKeys(protection)) }
        discard(hasPasscode ? ProtectionClass.allCases.filter { $0 != .none } : [])
    }

    /// Wipes all file keys and all class keys, and lets go of the volume keys, which are wiped with
    /// the device key.
    mutating func switchOff() {
        for protection in ProtectionClass.allCases { arena.wipe(.fileKeys(protection)) }
        discard(ProtectionClass.allCases)
        volume = nil
    }

    /// The keys for names and headers.
    ///
    /// - Throws: `ProtectionError` with `device-off`.
    func volumeKeys() throws -> VolumeKeys {
        guard let volume else { throw ProtectionError(.deviceOff, "the device is off") }
        return volume
    }

    /// Makes the key of a new file.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`.
    func makeKey(_ request: NewKeyRequest, in lockState: LockState) throws -> NewKey {
        let key: SecretBox
        do {
            key = SecretBox(
                try SecureBytes(
                    count: 32,
                    group: .fileKeys(request.protection),
                    arena: arena
                ) { wrapping.random.fill(&$0) }
            )
        } catch { throw ProtectionError(error, "a new file key") }
        return NewKey(
            key: key,
            wrapped: try wrap(key, request, in: lockState)
        )
    }

    /// Opens the key of a file, for its handle.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `authentication-failure`.
    func unwrap(_ request: UnwrapRequest, in lockState: LockState) throws -> SecretBox {
        try open(request, into: .fileKeys(request.wrapped.protection), in: lockState)
    }

    /// Wraps the key of a file for another class.
    ///
    /// - Throws: as ``unwrap(_:in:)``.
    func rewrap(
        _ request: UnwrapRequest,
        to protection: ProtectionClass,
        in lockState: LockState
    ) throws -> WrappedKey {
        let key = try open(request, into: .transit, in: lockState)
        let new = NewKeyRequest(fileID: request.fileID, protection: protection)
        return try wrap(key, new, in: lockState)
    }

    private func wrap(
        _ key: SecretBox,
        _ request: NewKeyRequest,
        in lockState: LockState
    ) throws -> WrappedKey {
        let isUnlessOpen = request.protection == .completeUnlessOpen
        let classKey = isUnlessOpen ? nil : try classKey(request.protection, in: lockState)
        do {
            guard let classKey else {
                return try wrapping.wrapUnlessOpen(
                    key.secret,
                    fileID: request.fileID,
                    publicKey: unlessOpenPublicKey
                )
            }
            return try wrapping.wrap(
                key.secret,
                fileID: request.fileID,
                protection: request.protection,
                classKey: classKey.secret
            )
        } catch { throw ProtectionError(error, "a file key") }
    }

    private func open(
        _ request: UnwrapRequest,
        into group: SecretGroup,
        in lockState: LockState
    ) throws -> SecretBox {
        let wrapped = request.wrapped
        let classKey = try classKey(wrapped.protection, in: lockState)
        do {
            let key = try SecureBytes(count: 32, group: group, arena: arena)
            if wrapped.protection == .completeUnlessOpen {
                try wrapping.unwrapUnlessOpen(
                    wrapped,
                    fileID: request.fileID,
                    privateKey: classKey.secret,
                    publicKey: unlessOpenPublicKey,
                    into: key
                )
            } else {
                try wrapping.unwrap(
                    wrapped,
                    fileID: request.fileID,
                    classKey: classKey.secret,
                    into: key
                )
            }
            return SecretBox(key)
        } catch { throw ProtectionError(error, "the file's key") }
    }

    private func classKey(
        _ protection: ProtectionClass,
        in lockState: LockState
    ) throws -> SecretBox {
        guard let key = keys[protection] else {
            let state = lockState == .beforeFirstUnlock ? "before its first unlock" : "locked"
            throw ProtectionError(
                .protectedDataUnavailable,
                "the key of class '\(protection.name)' is not available while the device is \(state)"
            )
        }
        return key
    }
}
