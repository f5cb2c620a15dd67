import ProtectionModel
import SodiumCrypto
import Synchronization

extension KeyHolder: DeviceControl {
    /// Switches the device on; nothing happens when it is on.
    ///
    /// Reads the keybag, the record of attempts, and what the device key alone opens.
    ///
    /// - Throws: `KeyError` with `device-erased`, `device-key-missing`, `authentication-failure`.
    package func boot() throws(KeyError) {
        let isErased = try state.withLock { (state) throws(KeyError) in
            guard !state.isErased else { throw KeyError(.deviceErased, "the device was erased") }
            guard state.machine.state == .off else { return false }
            try load(&state)
            guard let limit = state.keybag.settings.maximumFailedAttempts else { return false }
            return state.keybag.hasPasscode && state.attempts.failures >= limit
        }
        guard !isErased else {
            // A crash came between the last guess and the erase it earned.
            try erase()
            throw KeyError(.deviceErased, "the device erased itself after too many wrong passcodes")
        }
        try transition { (state, now) throws(KeyError) in state.machine.boot(at: now) }
    }

    package func lock(skippingGrace: Bool) throws(KeyError) {
        try transition { (state, now) throws(KeyError) in
            let actions = state.machine.lock(at: now, skippingGrace: skippingGrace)
            // An unlock that is still stretching its passcode came before this lock.
            state.epoch += 1
            state.voidCount += 1
            return actions
        }
    }

    package func reboot() throws(KeyError) {
        try transition { (state, now) throws(KeyError) in
            try Self.checkIsOn(state)
            return state.machine.reboot(at: now)
        }
    }

    package func shutDown() throws(KeyError) {
        try transition { (state, now) throws(KeyError) in state.machine.shutDown(at: now) }
    }

    package func erase() throws(KeyError) {
        try directory.markErased()
        try keySource.destroy(for: deviceID)
        try transition { (state, now) throws(KeyError) in
            guard !state.isErased else { return [] }
            state.isErased = true
            return state.machine.erase(at: now)
        }
    }

    private func load(_ state: inout State) throws(KeyError) {
        try directory.keybag.discardTemporary()
        let secrets = try Self.secrets(try keySource.load(for: deviceID, arena: arena), deviceID)
        let keybag = try Keybag.decode(try directory.keybag.read(), secrets)
        state.attempts = try Self.loadAttempts(keybag, secrets, from: keySource, for: deviceID)
        restartDelay(&state)
        do throws(CryptoError) {
            let volume = try keybag.open(.volume, passcodeKey: nil, secrets: secrets, arena: arena)
            state.volume = try VolumeKeys(volumeKey: volume.secret, device: deviceID)
            let slots: [Keybag.Slot] = keybag.hasPasscode ? [.none] : Keybag.Slot.allCases
            for slot in slots {
                guard let protection = slot.protection else { continue }
                state.classKeys[protection] = try keybag.open(
                    slot,
                    passcodeKey: nil,
                    secrets: secrets,
                    arena: arena
                )
            }
        } catch { throw KeyError(error, "the keybag") }
        state.secrets = secrets
        state.keybag = keybag
        state.machine = LockMachine(settings: keybag.settings, hasPasscode: keybag.hasPasscode)
    }

    static func loadAttempts(
        _ keybag: Keybag,
        _ secrets: DeviceSecrets,
        from keySource: any DeviceKeySource,
        for deviceID: DeviceID
    ) throws(KeyError) -> AttemptRecord {
        guard keybag.hasPasscode else { return AttemptRecord() }
        let lost = AttemptRecord(lostWith: keybag.settings.delays)
        guard let bytes = try keySource.loadAttempts(for: deviceID) else { return lost }
        do throws(CryptoError) {
            return try AttemptRecord.decode(bytes, for: deviceID, key: secrets.attemptCode) ?? lost
        } catch { throw KeyError(error, "the record of passcode attempts") }
    }
}
