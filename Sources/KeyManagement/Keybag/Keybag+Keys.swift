import ProtectionModel
import SodiumCrypto

extension Keybag {
    /// Fresh keys for a new device.
    static func makeKeys(
        random: any RandomSource,
        arena: SecureArena
    ) throws(CryptoError) -> [Key: SecretBox] {
        var keys: [Key: SecretBox] = [:]
        for key in Key.allCases {
            keys[key] = try makeKey(key.group, random: random, arena: arena)
        }
        return keys
    }

    /// A fresh key of 32 bytes.
    static func makeKey(
        _ group: SecretGroup,
        random: any RandomSource,
        arena: SecureArena
    ) throws(CryptoError) -> SecretBox {
        SecretBox(try SecureBytes(count: 32, group: group, arena: arena) { random.fill(&$0) })
    }

    /// Wraps a whole set of keys under a keybag key and the device key; `slots` wrap the keybag
    /// key already.
    static func seal(
        _ keys: [Key: SecretBox],
        under keybagKey: SecretBox,
        slots: [KeySlot],
        settings: DeviceSettings,
        device: DeviceID,
        generation: UInt64,
        secrets: DeviceSecrets,
        random: any RandomSource
    ) throws(CryptoError) -> Keybag {
        guard let unlessOpen = keys[.completeUnlessOpen] else {
            throw CryptoError(.invalidInput)
        }
        var keybag = Keybag(
            deviceID: device,
            settings: settings,
            unlessOpenPublicKey: try X25519.publicKey(of: unlessOpen.secret),
            generation: generation,
            deviceWraps: try wraps(
                of: Key.ofDevice,
                in: keys,
                under: secrets.wrapping,
                device,
                isOfDevice: true,
                random
            ),
            wraps: try wraps(
                of: Key.allCases,
                in: keys,
                under: keybagKey.secret,
                device,
                isOfDevice: false,
                random
            ),
            slots: slots
        )
        try keybag.authenticate(under: keybagKey, secrets)
        return keybag
    }

    private static func wraps(
        of order: [Key],
        in keys: [Key: SecretBox],
        under wrapping: borrowing SecureBytes,
        _ device: DeviceID,
        isOfDevice: Bool,
        _ random: any RandomSource
    ) throws(CryptoError) -> [[UInt8]] {
        var wraps: [[UInt8]] = []
        for key in order {
            guard let secret = keys[key] else { throw CryptoError(.invalidInput) }
            wraps.append(
                try BoundWrap.seal(
                    secret.secret,
                    under: wrapping,
                    boundTo: key.binding(device, isOfDevice: isOfDevice),
                    nonce: random.bytes(XChaCha20Poly1305.nonceByteCount)
                )
            )
        }
        return wraps
    }

    /// The same keys with other slots or settings.
    func changed(
        settings: DeviceSettings? = nil,
        slots: [KeySlot]? = nil,
        under keybagKey: SecretBox,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) -> Keybag {
        var keybag = Keybag(
            deviceID: deviceID,
            settings: settings ?? self.settings,
            unlessOpenPublicKey: unlessOpenPublicKey,
            generation: generation + 1,
            deviceWraps: deviceWraps,
            wraps: wraps,
            slots: slots ?? self.slots
        )
        try keybag.authenticate(under: keybagKey, secrets)
        return keybag
    }

    /// Opens a key that the device key opens alone.
    ///
    /// - Throws: `CryptoError.authenticationFailure`.
    func open(
        ofDevice key: Key,
        _ secrets: DeviceSecrets,
        arena: SecureArena
    ) throws(CryptoError) -> SecretBox {
        guard let index = Key.ofDevice.firstIndex(of: key) else {
            throw CryptoError(.authenticationFailure)
        }
        return try BoundWrap.open(
            deviceWraps[index],
            under: secrets.wrapping,
            boundTo: key.binding(deviceID, isOfDevice: true),
            group: key.group,
            arena: arena
        )
    }

    /// The keybag key of a device without a passcode; nil when it has one.
    ///
    /// - Throws: `CryptoError.authenticationFailure`.
    func keybagKey(
        _ secrets: DeviceSecrets,
        arena: SecureArena
    ) throws(CryptoError) -> SecretBox? {
        guard let slot = slots.first(where: { $0.kind == .device }) else { return nil }
        let key = try slot.unwrap(under: secrets.wrapping, device: deviceID, arena: arena)
        try check(under: key)
        return key
    }

    /// Opens all keys into their classes' groups, or into another one.
    ///
    /// Files made while locked are sealed to class B's public key, so one that does not belong to
    /// the private key would send them to its owner.
    ///
    /// - Throws: `CryptoError.authenticationFailure` when the keybag was not written under this
    ///   key, and for such a public key.
    func openAll(
        under keybagKey: SecretBox,
        group: SecretGroup? = nil,
        arena: SecureArena
    ) throws(CryptoError) -> [Key: SecretBox] {
        try check(under: keybagKey)
        var keys: [Key: SecretBox] = [:]
        for (key, wrap) in zip(Key.allCases, wraps) {
            keys[key] = try BoundWrap.open(
                wrap,
                under: keybagKey.secret,
                boundTo: key.binding(deviceID, isOfDevice: false),
                group: group ?? key.group,
                arena: arena
            )
        }
        guard let unlessOpen = keys[.completeUnlessOpen],
            try X25519.publicKey(of: unlessOpen.secret) == unlessOpenPublicKey
        else { throw CryptoError(.authenticationFailure) }
        return keys
    }

    /// Opens the keys of all classes.
    ///
    /// - Throws: as ``openAll(under:group:arena:)``.
    func openClasses(
        under keybagKey: SecretBox,
        arena: SecureArena
    ) throws(CryptoError) -> [ProtectionClass: SecretBox] {
        let keys = try openAll(under: keybagKey, arena: arena)
        return Dictionary(
            uniqueKeysWithValues: keys.compactMap { key, secret in
                key.protection.map { ($0, secret) }
            }
        )
    }
}

extension Keybag.Key {
    /// With whom the opened key is discarded.
    var group: SecretGroup { protection.map(SecretGroup.classKeys) ?? .device }

    /// What a wrapped key is bound to.
    func binding(_ device: DeviceID, isOfDevice: Bool) -> [UInt8] {
        Array("protection-toolkit keybag 5".utf8) + [rawValue, isOfDevice ? 1 : 0] + device.bytes
    }
}
