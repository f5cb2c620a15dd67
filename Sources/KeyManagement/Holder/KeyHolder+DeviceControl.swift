import ProtectionModel
import SodiumCrypto
import Synchronization

extension KeyHolder: DeviceControl {
    /// Switches the device on; nothing happens when it is on.
    ///
    /// Reads the keybag, the record of attempts, and what the device key alone opens.
    ///
    /// - Throws: `ProtectionError` with `device-erased`, `device-key-missing`, `authentication-failure`.
    package func boot() throws {
        var mustErase = false
        try transition { state, now in
            guard !state.isErased else {
                throw ProtectionError(.deviceErased, "the device was erased")
            }
            if state.machine.state == .off {
                mustErase = try directory.finishErase(of: deviceID, keySource, arena: arena)
                if !mustErase { mustErase = try !load(&state) }
                guard !mustErase else { return [] }
            }
            return state.machine.boot(at: now)
        }
        guard mustErase else { return }
        // A crash or a broken disk came between the last guess and the end of the erase it earned.
        try erase()
        throw ProtectionError(.deviceErased, "the device was erased")
    }

    package func lock(skippingGrace: Bool) throws {
        try transition { state, now in
            let actions = state.machine.lock(at: now, skippingGrace: skippingGrace)
            // An unlock that is still stretching its passcode came before this lock.
            state.epoch += 1
            state.voidCount += 1
            return actions
        }
    }

    package func reboot() throws {
        try transition { state, now in
            try Self.checkIsOn(state)
            return state.machine.reboot(at: now)
        }
    }

    package func shutDown() throws {
        try transition { state, now in state.machine.shutDown(at: now) }
    }

    package func erase() throws {
        try markErased()
        try keySource.destroy(for: deviceID)
        try transition { state, now in
            guard !state.isErased else { return [] }
            state.isErased = true
            return state.machine.erase(at: now)
        }
    }

    private func markErased() throws {
        let present = try directory.eraseMark()
        // With our mark in place the key may be half gone.
        if let present, try isOurs(present) { return }
        let known = state.withLock { $0.secrets }
        let secrets: DeviceSecrets
        if let known {
            secrets = known
        } else {
            secrets = try Self.secrets(try keySource.load(for: deviceID, arena: arena), deviceID)
        }
        let mark: [UInt8]
        do { mark = try EraseMark.make(for: deviceID, secrets) } catch {
            throw ProtectionError(error, "the mark of an erase")
        }
        try directory.markErased(mark)
    }

    /// Whether a mark is genuine, or nobody can tell any more.
    private func isOurs(_ mark: [UInt8]) throws -> Bool {
        let secrets: DeviceSecrets
        do {
            secrets = try Self.secrets(try keySource.load(for: deviceID, arena: arena), deviceID)
        } catch { return true }
        do { return try EraseMark.isValid(mark, for: deviceID, secrets) } catch {
            throw ProtectionError(error, "the mark of an erase")
        }
    }

    /// Loads what the device key alone opens: all of it or, when something fails, nothing.
    ///
    /// - Returns: false when wrong passcodes have earned an erase; then nothing was loaded.
    private func load(_ state: inout State) throws -> Bool {
        try directory.keybag.discardTemporary()
        let secrets = try Self.secrets(try keySource.load(for: deviceID, arena: arena), deviceID)
        let keybag = try Keybag.decode(
            try directory.keybag.read(),
            secrets,
            floor: derivation.floor
        )
        let rules = try Self.loadRules(directory, deviceID, secrets)
        let settings = keybag.settings.tightened(by: rules)
        let attempts = try Self.loadAttempts(keybag, secrets, from: keySource, for: deviceID)
        state.attempts = attempts
        guard !Self.hasSpentLimit(attempts, settings, keybag.hasPasscode) else { return false }
        let volume: VolumeKeys
        let classKeys: [ProtectionClass: SecretBox]
        do {
            let volumeKey = try keybag.open(
                .volume,
                passcodeKey: nil,
                secrets: secrets,
                arena: arena
            )
            volume = try VolumeKeys(volumeKey: volumeKey.secret, device: deviceID)
            classKeys = try keybag.openClasses(
                keybag.hasPasscode ? [.none] : Keybag.Slot.allCases,
                passcodeKey: nil,
                secrets: secrets,
                arena: arena
            )
        } catch { throw ProtectionError(error, "the keybag") }
        state.secrets = secrets
        state.volume = volume
        state.classKeys = classKeys
        state.keybag = keybag
        state.rules = rules
        state.machine = LockMachine(settings: settings, hasPasscode: keybag.hasPasscode)
        settle(&state, secrets)
        restartDelay(&state)
        return true
    }

    static func loadAttempts(
        _ keybag: Keybag,
        _ secrets: DeviceSecrets,
        from keySource: any DeviceKeySource,
        for deviceID: DeviceID
    ) throws -> AttemptRecord {
        guard let record = try storedAttempts(secrets, from: keySource, for: deviceID) else {
            return keybag.hasPasscode
                ? AttemptRecord(lostBeside: keybag) : AttemptRecord(of: keybag)
        }
        guard record.belongs(to: keybag) else {
            throw ProtectionError(
                .authenticationFailure,
                "the record of wrong passcodes, '\(keySource.attemptsPlace)', " + Self.otherKeybag
            )
        }
        return record
    }

    /// How the refusal of a keybag ends that is not the record's.
    package static let otherKeybag =
        "belongs to another keybag than the device has: the passcode was changed between the two"

    /// Forgets that a change was under way, once the keybag in place is there for good.
    private func settle(_ state: inout State, _ secrets: DeviceSecrets) {
        guard state.attempts.nextKeybag != nil else { return }
        let settled = state.attempts.settled(on: state.keybag)
        // What cannot be noted now is noted at the next start.
        do {
            try directory.keybag.synchronize()
            try storeAttempts(settled, secrets)
            state.attempts = settled
        } catch {}
    }

    /// The record beside the device key; nil when it is missing or damaged.
    private static func storedAttempts(
        _ secrets: DeviceSecrets,
        from keySource: any DeviceKeySource,
        for deviceID: DeviceID
    ) throws -> AttemptRecord? {
        guard let bytes = try keySource.loadAttempts(for: deviceID) else { return nil }
        do {
            return try AttemptRecord.decode(bytes, for: deviceID, key: secrets.attemptCode)
        } catch { throw ProtectionError(error, "the record of passcode attempts") }
    }
}
