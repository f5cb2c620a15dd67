import ProtectionModel
import SodiumCrypto

/// Changes the passcode: what is in the keybag on disk, and on the device that is held.
struct PasscodeChange: Sendable {
    private let device: HeldDevice
    private let records: DeviceRecords
    private let judge: PasscodeJudge
    private let random: any RandomSource

    /// Changes the passcode of a device whose passcodes `judge` judges.
    init(
        _ device: HeldDevice,
        records: DeviceRecords,
        judge: PasscodeJudge,
        random: any RandomSource
    ) {
        self.device = device
        self.records = records
        self.judge = judge
        self.random = random
    }

    /// Sets the first passcode.
    func set(_ new: borrowing Passcode) throws {
        try judge.withoutPasscode { current in
            try checkRules(try new.traits())
            try judge.checkMemory(for: current.keybag.settings)
            try replace(current, oldKey: nil, with: try stretch(new, current))
        }
    }

    /// Replaces the passcode by another one.
    func change(_ old: borrowing Passcode, to new: borrowing Passcode) throws {
        try judge.withRight(old) { attempt, oldKey in
            // After the old one: those who do not know it do not learn how the rules judge.
            try checkRules(try new.traits())
            try replace(attempt, oldKey: oldKey, with: try stretch(new, attempt))
        }
    }

    /// Removes the passcode.
    func remove(_ old: borrowing Passcode) throws {
        try judge.withRight(old) { attempt, oldKey in
            try checkRules(nil)
            try replace(attempt, oldKey: oldKey, with: nil)
        }
    }

    private func checkRules(_ traits: PasscodeTraits?) throws {
        try device.withState { $0.rules }.check(traits)
    }

    /// A new passcode, stretched under a fresh salt.
    private struct Stretched {
        let salt: [UInt8]
        let secret: SecretBox
    }

    private func stretch(
        _ passcode: borrowing Passcode,
        _ attempt: PasscodeAttempt
    ) throws -> Stretched {
        let salt = random.bytes(Argon2id.saltByteCount)
        let cost = attempt.keybag.settings.derivationCost
        return Stretched(salt: salt, secret: try judge.stretch(passcode, salt: salt, cost: cost))
    }

    /// Writes a keybag with the same keys under another passcode, or under none.
    private func replace(
        _ attempt: PasscodeAttempt,
        oldKey: SecretBox?,
        with new: Stretched?
    ) throws {
        let keybag = try seal(attempt, oldKey, new)
        let record = try announce(keybag, attempt)
        var failure: ProtectionError?
        try device.transition { state, now in
            // A change neither locks nor unlocks; with the first passcode locking begins to mean
            // something, and without one it ends.
            try state.checkHasKeybag(of: attempt)
            if oldKey == nil || new == nil { try state.checkNotLocked(since: attempt) }
            // Before the writing, after which nothing may fail any more.
            let keys = new == nil ? try attempt.open(keybag, nil, records.arena) : [:]
            failure = try records.put(keybag)
            return state.adopt(keybag, keys, at: now)
        }
        if let failure { throw failure }
        // The next start notes it, too.
        try? note(record.settled(on: keybag), attempt)
    }

    /// Names the keybag that is to be put in place in the record, beside the one in force: a power
    /// loss between the two must leave no keybag that the record denies.
    ///
    /// When the change fails, either may be what the disk has in the end, so both stay known.
    private func announce(_ keybag: Keybag, _ attempt: PasscodeAttempt) throws -> AttemptRecord {
        let before = attempt.before.record
        // The record has room for two. What an earlier change left open is decided first.
        if before.nextKeybag != nil { try records.directory.keybag.synchronize() }
        let record = before.cleared().settled(on: attempt.keybag).announcing(keybag)
        try note(record, attempt)
        return record
    }

    /// Tells the record which keybags may be in place from now on.
    private func note(_ record: AttemptRecord, _ attempt: PasscodeAttempt) throws {
        do { try records.store(record, attempt.secrets) } catch {
            // A power-off in the meantime wiped what hangs on the device key.
            try device.withState { state in try state.checkIsOn() }
            throw error
        }
        device.note(record)
    }

    private func seal(
        _ attempt: PasscodeAttempt,
        _ oldKey: SecretBox?,
        _ new: Stretched?
    ) throws -> Keybag {
        let secrets = attempt.secrets
        do {
            var keys: [Keybag.Slot: SecretBox] = [:]
            for slot in Keybag.Slot.allCases {
                keys[slot] = try attempt.keybag.open(
                    slot,
                    passcodeKey: oldKey,
                    secrets: secrets,
                    arena: records.arena,
                    group: .transit
                )
            }
            return try Keybag.seal(
                keys,
                settings: attempt.keybag.settings,
                device: records.deviceID,
                salt: new?.salt ?? random.bytes(Argon2id.saltByteCount),
                passcodeKey: try new.map {
                    SecretBox(try secrets.passcodeKey(ofStretched: $0.secret.secret))
                },
                secrets: secrets,
                random: random
            )
        } catch {
            // A power-off in the meantime wiped what hangs on the device key.
            try device.withState { state in try state.checkIsOn() }
            throw ProtectionError(error, "the keybag")
        }
    }
}
