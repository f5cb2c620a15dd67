package import ProtectionModel
package import SodiumCrypto

/// Puts a device back into use whose device key is lost, as when its file was removed, or a chip
/// was cleared.
///
/// A recovery key or a key file opens the keybag without the device key. What the lost key
/// authenticated besides (the record of attempts, the rules for the passcode) begins anew, and
/// passcodes that were tangled with it are gone.
package struct LostDeviceKey {
    private let records: DeviceRecords
    private let random: any RandomSource
    private let clock: any DeviceClock
    private let derivation: any PasscodeDerivation
    private let claim: DeviceClaim

    /// Takes hold of a device whose key is lost.
    ///
    /// - Throws: `ProtectionError` with `busy` while another process holds its keys,
    ///   `device-not-found`, `already-exists` when the device key is there and its own.
    package init(
        of directory: DeviceDirectory,
        keySource: any DeviceKeySource,
        clock: any DeviceClock,
        random: any RandomSource,
        derivation: any PasscodeDerivation = Argon2idDerivation(),
        arena: SecureArena
    ) throws {
        records = try DeviceRecords(
            directory,
            keySource: keySource,
            derivation: derivation,
            arena: arena
        )
        claim = try directory.claim()
        self.random = random
        self.clock = clock
        self.derivation = derivation
        guard try records.isDeviceKeyLost() else {
            throw ProtectionError(
                .alreadyExists,
                "the device key of '\(directory.path)' is there, and opens the device"
            )
        }
    }

    /// Makes a new device key, and a passcode in the place of those that are gone.
    ///
    /// A crash at any point leaves a device that this can be done with again.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect`, `passcode-not-set` for a key that the
    ///   device does not have; `authentication-failure` when the keybag was changed by somebody
    ///   without a key; `busy`, `io-error`, `no-space`.
    package func replace(
        openingWith key: borrowing StrongKey,
        settingPasscode new: borrowing Passcode
    ) throws {
        let keybag = try records.keybagWithoutDeviceKey()
        let opened = try open(key, keybag)
        let keys: [Keybag.Key: SecretBox]
        do {
            keys = try keybag.openAll(
                under: opened.keybagKey,
                group: .transit,
                arena: records.arena
            )
        } catch { throw ProtectionError(error, "the keybag") }
        try records.keySource.destroy(for: records.deviceID)
        let deviceKey = try records.keySource.create(
            for: records.deviceID,
            random: random,
            arena: records.arena
        )
        let secrets = try DeviceSecrets(deviceKey: deviceKey, device: records.deviceID)
        let renewed = try renew(keybag, keys, opened.keybagKey, secrets, new)
        try records.store(AttemptRecord(of: renewed), secrets)
        try records.directory.storePasscodeRules(nil)
        if let failure = try records.put(renewed) { throw failure }
    }

    private func open(_ key: borrowing StrongKey, _ keybag: Keybag) throws -> OpenedSlot {
        let kind = key.kind
        let slots = keybag.slots.filter { $0.kind == kind }
        guard !slots.isEmpty else {
            throw ProtectionError(.passcodeNotSet, "the device has no \(kind)")
        }
        for slot in slots {
            do {
                let wrapping = try slot.key(of: key.secret, device: records.deviceID)
                return try OpenedSlot(slot, of: keybag, under: wrapping.secret, records.arena)
            } catch let error as ProtectionError where error.code == .passcodeIncorrect {
                continue
            } catch { throw ProtectionError(error, "the \(kind)") }
        }
        throw ProtectionError(.passcodeIncorrect, "the \(kind) is not one of this device's")
    }

    /// The keybag with the same keys under a new device key.
    private func renew(
        _ keybag: Keybag,
        _ keys: [Keybag.Key: SecretBox],
        _ keybagKey: SecretBox,
        _ secrets: DeviceSecrets,
        _ passcode: borrowing Passcode
    ) throws -> Keybag {
        let cost = keybag.settings.derivationCost
        let kept = keybag.slots.filter { $0.kind == .recoveryKey || $0.kind == .keyFile }
        var slot = KeySlot(
            .passcode,
            number: (kept.map(\.number).max() ?? 0) &+ 1,
            name: KeySlot.Kind.passcode.word,
            created: clock.wallTime(),
            cost: cost,
            salt: random.bytes(Argon2id.saltByteCount)
        )
        do {
            let output = try SecureBytes(count: 32, group: .transit, arena: records.arena)
            try derivation.derive(
                passcode: passcode.bytes,
                salt: slot.salt,
                cost: cost,
                into: output
            )
            let key = try secrets.passcodeKey(ofStretched: output)
            try slot.wrap(keybagKey, under: key, device: keybag.deviceID, random: random)
            return try Keybag.seal(
                keys,
                under: keybagKey,
                slots: kept + [slot],
                settings: keybag.settings,
                device: keybag.deviceID,
                generation: keybag.generation + 1,
                secrets: secrets,
                random: random
            )
        } catch { throw ProtectionError(derivation: error, cost, "the new passcode") }
    }
}
