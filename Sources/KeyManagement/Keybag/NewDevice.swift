package import ProtectionModel
package import SodiumCrypto

/// The keys of a device that is being made: its keybag, not yet written anywhere.
package struct NewDevice: Sendable {
    package let deviceID: DeviceID
    /// The content of the file ``Keybag/fileName``.
    package let keybag: [UInt8]
    /// For the root folder's own file.
    package let volumeKeys: VolumeKeys

    /// Makes all keys of a device and stores the device key and a clean record of attempts.
    ///
    /// A crash afterwards leaves an orphaned device key, which opens nothing.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a time beyond a hundred years,
    ///   `already-exists`, `cipher-unavailable`, `io-error`; `no-space` also when a chip has no room
    ///   for a counter; `busy` when there is not enough memory for a derivation.
    package static func make(
        _ deviceID: DeviceID,
        settings: DeviceSettings,
        passcode: borrowing Passcode?,
        keySource: any DeviceKeySource,
        random: any RandomSource,
        created: Timestamp,
        arena: SecureArena
    ) throws -> NewDevice {
        guard settings.suite.isAvailable else {
            throw ProtectionError(.cipherUnavailable, "this machine has no AES-256-GCM in hardware")
        }
        try settings.checkAreKept()
        let deviceKey = try keySource.create(for: deviceID, random: random, arena: arena)
        do {
            return try make(
                deviceID,
                settings: settings,
                passcode: passcode,
                deviceKey: deviceKey,
                keySource: keySource,
                random: random,
                created: created,
                arena: arena
            )
        } catch {
            // The key of a device that was not made is of no use.
            keySource.abandon(deviceID, arena: arena)
            throw error
        }
    }

    private static func make(
        _ deviceID: DeviceID,
        settings: DeviceSettings,
        passcode: borrowing Passcode?,
        deviceKey: borrowing SecureBytes,
        keySource: any DeviceKeySource,
        random: any RandomSource,
        created: Timestamp,
        arena: SecureArena
    ) throws -> NewDevice {
        let secrets = try DeviceSecrets(deviceKey: deviceKey, device: deviceID)
        let attempts: [UInt8]
        let pinned: RollbackPin.State
        let device: NewDevice
        do {
            let keys = try Keybag.makeKeys(random: random, arena: arena)
            let keybag = try keybag(keys, deviceID, settings, passcode, created, secrets, random)
            guard let volume = keys[.volume] else { throw CryptoError(.invalidInput) }
            device = NewDevice(
                deviceID: deviceID,
                keybag: keybag.bytes,
                volumeKeys: try VolumeKeys(volumeKey: volume.secret, device: deviceID)
            )
            pinned = keybag.pinned
            attempts = try AttemptRecord(of: keybag)
                .encode(for: deviceID, key: secrets.attemptCode)
        } catch {
            throw ProtectionError(derivation: error, settings.derivationCost, "the new keybag")
        }
        try keySource.storeAttempts(attempts, for: deviceID)
        for (subject, state) in [(.keybag, pinned), (.folders, .none)]
            as [(RollbackPin.Subject, RollbackPin.State)]
        {
            try keySource.rollbackPin(of: subject, of: deviceID)?
                .create(state, key: secrets.rollback)
        }
        return device
    }

    private static func keybag(
        _ keys: [Keybag.Key: SecretBox],
        _ device: DeviceID,
        _ settings: DeviceSettings,
        _ passcode: borrowing Passcode?,
        _ created: Timestamp,
        _ secrets: DeviceSecrets,
        _ random: any RandomSource
    ) throws(CryptoError) -> Keybag {
        let arena = secrets.wrapping.arena
        let keybagKey = try Keybag.makeKey(.transit, random: random, arena: arena)
        return try Keybag.seal(
            keys,
            under: keybagKey,
            slots: [try slot(passcode, keybagKey, device, settings, created, secrets, random)],
            settings: settings,
            device: device,
            generation: 1,
            secrets: secrets,
            random: random
        )
    }

    /// The only slot: the passcode's or, without one, the device key's.
    private static func slot(
        _ passcode: borrowing Passcode?,
        _ keybagKey: SecretBox,
        _ device: DeviceID,
        _ settings: DeviceSettings,
        _ created: Timestamp,
        _ secrets: DeviceSecrets,
        _ random: any RandomSource
    ) throws(CryptoError) -> KeySlot {
        let kind: KeySlot.Kind = passcode == nil ? .device : .passcode
        var slot = KeySlot(
            kind,
            number: 1,
            name: kind.word,
            created: created,
            cost: kind.isTyped ? settings.derivationCost : nil,
            salt: random.bytes(Argon2id.saltByteCount)
        )
        switch passcode {
        case .none:
            try slot.wrap(keybagKey, under: secrets.wrapping, device: device, random: random)
        case .some(let passcode):
            let arena = keybagKey.secret.arena
            let stretched = try SecureBytes(count: 32, group: .transit, arena: arena)
            try Argon2id.derive(
                passcode: passcode.bytes,
                salt: slot.salt,
                cost: settings.derivationCost,
                into: stretched
            )
            try slot.wrap(
                keybagKey,
                underStretched: stretched,
                secrets,
                device: device,
                random: random
            )
        }
        return slot
    }
}
