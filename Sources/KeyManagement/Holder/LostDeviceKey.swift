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
    /// Why the device key does not open the device: it is missing, it is damaged or another's, or
    /// the keybag was changed.
    package let fault: ProtectionError

    /// Takes hold of a device whose key is lost.
    ///
    /// - Throws: `ProtectionError` with `busy` while another process holds its keys,
    ///   `device-not-found`; `already-exists` when the device key is there and opens the keybag.
    package init(
        of directory: DeviceDirectory,
        keySource: any DeviceKeySource,
        chips: ChipOpener = .none,
        clock: any DeviceClock,
        random: any RandomSource,
        derivation: any PasscodeDerivation = Argon2idDerivation(),
        arena: SecureArena
    ) throws {
        records = try DeviceRecords(
            directory,
            keySource: keySource,
            chips: chips,
            derivation: derivation,
            arena: arena
        )
        claim = try directory.claim()
        self.random = random
        self.clock = clock
        self.derivation = derivation
        guard let fault = try records.deviceKeyFault() else {
            throw ProtectionError(
                .alreadyExists,
                "the device key of '\(directory.path)' is there, and opens the device"
            )
        }
        self.fault = fault
    }

    /// Makes a new device key, and a passcode in the place of those that are gone.
    ///
    /// A crash at any point leaves a device that this can be done with again. `source` is where the
    /// new device key goes, nil for where the old one was.
    ///
    /// - Returns: the other keys of the device, which it keeps.
    /// - Throws: `ProtectionError` with `passcode-incorrect`, `passcode-not-set` for a key that the
    ///   device does not have; `authentication-failure` when the keybag was changed without a key,
    ///   or a file in the device key's place is not the device's; `limit-exceeded`, `busy`,
    ///   `io-error`, `no-space`.
    package func replace(
        openingWith key: borrowing StrongKey,
        settingPasscode new: borrowing Passcode,
        storingDeviceKeyIn source: (any DeviceKeySource)? = nil
    ) throws -> [KeySlot] {
        let keybag = try records.keybagWithoutDeviceKey()
        let opened = try OpenedSlot(openedBy: key, in: keybag, records.arena)
        let keys: [Keybag.Key: SecretBox]
        do {
            keys = try keybag.openAll(
                under: opened.keybagKey,
                group: .transit,
                arena: records.arena
            )
        } catch { throw ProtectionError(error, "the keybag") }
        // Whatever may fail comes before what is there is destroyed.
        let kept = keybag.slots.filter { $0.kind == .recoveryKey || $0.kind == .keyFile }
        let slot = try passcodeSlot(beside: kept, of: keybag)
        let stretched = try stretch(new, slot)
        try records.keySource.destroy(for: records.deviceID)
        let source = source ?? records.keySource
        let deviceKey = try source.create(
            for: records.deviceID,
            random: random,
            arena: records.arena
        )
        let secrets = try DeviceSecrets(deviceKey: deviceKey, device: records.deviceID)
        let renewed = try renew(keybag, keys, opened.keybagKey, kept, slot, stretched, secrets)
        try records.store(AttemptRecord(of: renewed), secrets)
        try records.directory.storePasscodeRules(nil)
        // Before it is in place: until then, all of this is done again after a crash.
        try pin(renewed, secrets, in: source)
        if let failure = try records.put(renewed) { throw failure }
        // PINs hung on the lost key.
        CountedPIN(records).remove(keybag.slots.compactMap(\.pin).map(PINIndexNote.Entry.init))
        return kept
    }

    /// Pins it where the new device key is, which may be another chip.
    private func pin(
        _ keybag: Keybag,
        _ secrets: DeviceSecrets,
        in source: any DeviceKeySource
    ) throws {
        func pin(of subject: RollbackPin.Subject) -> RollbackPin? {
            source.rollbackPin(of: subject, of: records.deviceID)
        }
        try pin(of: .keybag)?.accept(keybag.pinned, key: secrets.rollback)
        // The next start looks at the folders, and pins them as they are.
        try pin(of: .folders)?.accept(.none, key: secrets.rollback)
    }

    /// The keybag with the same keys under a new device key.
    private func renew(
        _ keybag: Keybag,
        _ keys: [Keybag.Key: SecretBox],
        _ keybagKey: SecretBox,
        _ kept: [KeySlot],
        _ slot: KeySlot,
        _ stretched: SecretBox,
        _ secrets: DeviceSecrets
    ) throws -> Keybag {
        var slot = slot
        do {
            let device = keybag.deviceID
            try slot.wrap(
                keybagKey,
                underStretched: stretched.secret,
                secrets,
                device: device,
                random: random
            )
            return try Keybag.seal(
                keys,
                under: keybagKey,
                slots: kept + [slot],
                settings: keybag.settings,
                device: device,
                generation: keybag.generation + 1,
                secrets: secrets,
                random: random
            )
        } catch { throw ProtectionError(error, "the new keybag") }
    }

    private func passcodeSlot(beside kept: [KeySlot], of keybag: Keybag) throws -> KeySlot {
        KeySlot(
            .passcode,
            number: try kept.freeNumber(),
            name: kept.freeName(KeySlot.Kind.passcode.word),
            created: clock.wallTime(),
            cost: keybag.settings.derivationCost,
            salt: random.bytes(Argon2id.saltByteCount)
        )
    }

    private func stretch(_ passcode: borrowing Passcode, _ slot: KeySlot) throws -> SecretBox {
        let cost = slot.cost ?? .moderate
        do {
            try derivation.checkMemory(for: cost)
            let output = try SecureBytes(count: 32, group: .transit, arena: records.arena)
            try derivation.derive(
                passcode: passcode.bytes,
                salt: slot.salt,
                cost: cost,
                into: output
            )
            return SecretBox(output)
        } catch { throw ProtectionError(derivation: error, cost, "the new passcode") }
    }
}
