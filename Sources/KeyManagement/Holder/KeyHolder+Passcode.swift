import ProtectionModel
import SodiumCrypto
import Synchronization

extension KeyHolder {
    package func unlock(_ passcode: borrowing Passcode) throws {
        try guessing.withLock { _ in
            let (guess, passcodeKey) = try evaluate(passcode)
            try transition { state, now in
                try Self.checkIsOn(state)
                try Self.checkIsWanted(state, guess)
                state.adopt(try openAll(guess.keybag, guess.secrets, passcodeKey))
                return state.machine.unlock(at: now)
            }
        }
    }

    package func setPasscode(_ new: borrowing Passcode) throws {
        try guessing.withLock { _ in
            advance()
            let current = try currentWithoutPasscode()
            try checkRules(try new.traits())
            try checkMemory(for: current.keybag.settings.derivationCost)
            try replacePasscode(current, nil, stretch(new, cost: current.keybag.settings))
        }
    }

    package func changePasscode(
        _ old: borrowing Passcode,
        to new: borrowing Passcode
    ) throws {
        try guessing.withLock { _ in
            let (guess, passcodeKey) = try evaluate(old)
            // After the old one: whoever does not know it learns nothing of the rules' judgement.
            try checkRules(try new.traits())
            try replacePasscode(guess, passcodeKey, stretch(new, cost: guess.keybag.settings))
        }
    }

    package func removePasscode(_ old: borrowing Passcode) throws {
        try guessing.withLock { _ in
            let (guess, passcodeKey) = try evaluate(old)
            try checkRules(nil)
            try replacePasscode(guess, passcodeKey, nil)
        }
    }

    /// Names the keybag that is to be put in place in the record, beside the one in force: a power loss
    /// between the two must leave no keybag that the record denies.
    ///
    /// When the change fails, either may be what the disk has in the end, so both stay known.
    private func announce(_ keybag: Keybag, _ guess: Guess) throws -> AttemptRecord {
        // The record has room for two. What an earlier change left open is decided first.
        if guess.before.nextKeybag != nil { try directory.keybag.synchronize() }
        let record = guess.before.cleared().settled(on: guess.keybag).announcing(keybag)
        try note(record, guess)
        return record
    }

    /// Tells the record which keybags may be in place from now on.
    private func note(_ record: AttemptRecord, _ guess: Guess) throws {
        do { try storeAttempts(record, guess.secrets) } catch {
            // A power-off meanwhile wiped what hangs on the device key.
            try state.withLock { state in try Self.checkIsOn(state) }
            throw error
        }
        state.withLock { $0.attempts = record }
    }

    /// What a first passcode is refused with on a device that has one.
    package static let passcodeIsSet = "the device has a passcode"

    /// What stands in for a guess where there is no passcode to guess.
    private func currentWithoutPasscode() throws -> Guess {
        try state.withLock { state in
            try Self.checkIsOn(state)
            guard !state.keybag.hasPasscode else {
                throw ProtectionError(.alreadyExists, Self.passcodeIsSet)
            }
            guard let secrets = state.secrets else {
                throw ProtectionError(.deviceOff, "the device is off")
            }
            return Guess(
                keybag: state.keybag,
                secrets: secrets,
                voidCount: state.voidCount,
                isUnlocked: state.machine.state == .unlocked,
                before: state.attempts,
                failureLimit: nil
            )
        }
    }

    private func openAll(
        _ keybag: Keybag,
        _ secrets: DeviceSecrets,
        _ passcodeKey: SecretBox?
    ) throws -> [ProtectionClass: SecretBox] {
        do {
            return try keybag.openClasses(
                passcodeKey: passcodeKey,
                secrets: secrets,
                arena: arena
            )
        } catch { throw ProtectionError(error, "the keybag") }
    }

    /// A lock that somebody asked for meanwhile must not be undone.
    private static func checkIsWanted(
        _ state: borrowing State,
        _ guess: Guess
    ) throws {
        guard state.voidCount == guess.voidCount else {
            throw ProtectionError(.busy, "the device was locked while the passcode was checked")
        }
    }

    /// Unlike an unlock, a removal must not undo a lock that idle time brought either.
    private static func checkIsStillUnlocked(
        _ state: borrowing State,
        _ guess: Guess
    ) throws {
        guard guess.isUnlocked, state.machine.state != .unlocked else { return }
        throw ProtectionError(.busy, "the device locked itself while the passcode was checked")
    }

    /// Writes a keybag with the same keys under another passcode, or under none.
    private func replacePasscode(
        _ guess: Guess,
        _ oldPasscodeKey: SecretBox?,
        _ new: (salt: [UInt8], stretched: SecretBox)?
    ) throws {
        let keybag = try seal(guess, oldPasscodeKey, new)
        let record = try announce(keybag, guess)
        var failure: ProtectionError?
        try transition { state, now in
            try Self.checkIsOn(state)
            guard state.keybag == guess.keybag else {
                throw ProtectionError(.busy, "the passcode was changed by somebody else meanwhile")
            }
            // A change neither locks nor unlocks; with the first passcode locking begins to mean
            // something, and without one it ends.
            if oldPasscodeKey == nil || new == nil {
                try Self.checkIsWanted(state, guess)
                try Self.checkIsStillUnlocked(state, guess)
            }
            // Before the writing, after which nothing may fail any more.
            let keys = new == nil ? try openAll(keybag, guess.secrets, nil) : [:]
            failure = try put(keybag.bytes)
            state.keybag = keybag
            state.adopt(keys)
            return state.machine.passcodeChanged(
                hasPasscode: keybag.hasPasscode,
                at: now
            )
        }
        if let failure { throw failure }
        // The next start notes it, too.
        try? note(record.settled(on: keybag), guess)
    }

    /// Puts a keybag in the place of the old one.
    ///
    /// - Returns: what failed although the new keybag is the one in force.
    private func put(_ bytes: [UInt8]) throws -> ProtectionError? {
        do {
            try directory.keybag.replace(with: bytes)
            return nil
        } catch let error as ProtectionError {
            // Going back to the old one may fail as well.
            guard let present = try? directory.keybag.read(), present == bytes else { throw error }
            return ProtectionError(
                error.code,
                "the change is made, but may not outlive a power loss: \(error.message)",
                cause: error
            )
        }
    }

    private func seal(
        _ guess: Guess,
        _ oldPasscodeKey: SecretBox?,
        _ new: (salt: [UInt8], stretched: SecretBox)?
    ) throws -> Keybag {
        let secrets = guess.secrets
        do {
            var keys: [Keybag.Slot: SecretBox] = [:]
            for slot in Keybag.Slot.allCases {
                keys[slot] = try guess.keybag.open(
                    slot,
                    passcodeKey: oldPasscodeKey,
                    secrets: secrets,
                    arena: arena,
                    group: .transit
                )
            }
            let passcodeKey: SecretBox? =
                if let new {
                    SecretBox(try secrets.passcodeKey(ofStretched: new.stretched.secret))
                } else { nil }
            return try Keybag.seal(
                keys,
                settings: guess.keybag.settings,
                device: deviceID,
                salt: new?.salt ?? random.bytes(Argon2id.saltByteCount),
                passcodeKey: passcodeKey,
                secrets: secrets,
                random: random
            )
        } catch {
            // A power-off meanwhile wiped what hangs on the device key.
            try state.withLock { state in try Self.checkIsOn(state) }
            throw ProtectionError(error, "the keybag")
        }
    }
}

extension KeyHolder.State {
    /// The device's settings with what the rules demand.
    var settings: DeviceSettings { keybag.settings.tightened(by: rules) }

    /// Takes the class keys that are missing; those that are there stay, with their open files.
    fileprivate mutating func adopt(_ keys: [ProtectionClass: SecretBox]) {
        for (protection, key) in keys where classKeys[protection]?.secret.isWiped ?? true {
            classKeys[protection] = key
        }
    }
}
