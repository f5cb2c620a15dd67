import ProtectionModel
import SodiumCrypto
import Synchronization

extension KeyHolder {
    /// A guess that was counted on disk and is being stretched.
    private struct Guess {
        let keybag: Keybag
        let secrets: DeviceSecrets
        let epoch: UInt64
        let before: AttemptRecord
    }

    package func unlock(_ passcode: borrowing Passcode) throws(KeyError) {
        guard let (guess, passcodeKey) = try evaluate(passcode) else { return }
        try transition { (state, now) throws(KeyError) in
            try Self.checkEpoch(state, guess)
            state.adopt(try openAll(guess, passcodeKey))
            return state.machine.unlock(at: now)
        }
    }

    package func setPasscode(_ new: borrowing Passcode) throws(KeyError) {
        advance()
        let (keybag, secrets) = try state.withLock { (state) throws(KeyError) in
            try Self.checkIsOn(state)
            guard !state.keybag.hasPasscode else {
                throw KeyError(.alreadyExists, "the device has a passcode")
            }
            guard let secrets = state.secrets else {
                throw KeyError(.deviceOff, "the device is off")
            }
            return (state.keybag, secrets)
        }
        try storeAttempts(AttemptRecord(), secrets)
        try replacePasscode(
            keybag,
            secrets,
            oldPasscodeKey: nil,
            stretch(new, cost: keybag.settings)
        )
    }

    package func changePasscode(
        _ old: borrowing Passcode,
        to new: borrowing Passcode
    ) throws(KeyError) {
        guard let (guess, passcodeKey) = try evaluate(old) else {
            throw KeyError(.passcodeNotSet, "the device has no passcode")
        }
        try replacePasscode(
            guess.keybag,
            guess.secrets,
            oldPasscodeKey: passcodeKey,
            stretch(new, cost: guess.keybag.settings)
        )
    }

    package func removePasscode(_ old: borrowing Passcode) throws(KeyError) {
        guard let (guess, passcodeKey) = try evaluate(old) else {
            throw KeyError(.passcodeNotSet, "the device has no passcode")
        }
        try replacePasscode(guess.keybag, guess.secrets, oldPasscodeKey: passcodeKey, nil)
    }

    /// Tries a passcode; nil when the device has none.
    private func evaluate(
        _ passcode: borrowing Passcode
    ) throws(KeyError) -> (Guess, passcodeKey: SecretBox)? {
        try guessing.withLock { (_) throws(KeyError) in
            guard let guess = try beginGuess() else { return nil }
            return (guess, try verify(passcode, guess))
        }
    }

    /// Counts a guess on disk before it is evaluated; nil when the device has no passcode.
    private func beginGuess() throws(KeyError) -> Guess? {
        advance()
        return try state.withLock { (state) throws(KeyError) -> Guess? in
            try Self.checkIsOn(state)
            guard state.keybag.hasPasscode, let secrets = state.secrets else { return nil }
            if let remaining = Self.remainingDelay(state, at: clock.now()) {
                throw KeyError(
                    .passcodeDelayed,
                    "no passcode is taken now, after too many wrong ones",
                    retryAfter: remaining
                )
            }
            let before = state.attempts
            var counted = before
            counted.failures += 1
            // A device that dies before the guess is evaluated finds it wrong, delay and all.
            counted.delay = state.keybag.settings.delays.delay(afterFailures: counted.failures)
            try storeAttempts(counted, secrets)
            state.attempts = counted
            state.delayStart = clock.now()
            return Guess(
                keybag: state.keybag,
                secrets: secrets,
                epoch: state.epoch,
                before: before
            )
        }
    }

    /// The passcode key if the passcode is right; otherwise what a wrong one costs.
    private func verify(
        _ passcode: borrowing Passcode,
        _ guess: Guess
    ) throws(KeyError) -> SecretBox {
        let stretched = try stretch(
            passcode,
            salt: guess.keybag.salt,
            cost: guess.keybag.settings.derivationCost
        )
        let passcodeKey: SecretBox
        let verifier: [UInt8]
        do throws(CryptoError) {
            passcodeKey = SecretBox(
                try guess.secrets.passcodeKey(ofStretched: stretched.secret)
            )
            verifier = try guess.secrets.verifier(ofStretched: stretched.secret)
        } catch { throw KeyError(error, "the passcode") }
        do throws(CryptoError) {
            _ = try guess.keybag.open(
                .completeUntilFirstUserAuthentication,
                passcodeKey: passcodeKey,
                secrets: guess.secrets,
                arena: arena,
                group: .transit
            )
        } catch {
            guard error.code == .authenticationFailure else {
                throw KeyError(error, "the keybag")
            }
            throw try punish(verifier, guess)
        }
        try record(AttemptRecord(), guess)
        return passcodeKey
    }

    /// Stores what a wrong guess leads to, and returns the error to throw.
    private func punish(_ verifier: [UInt8], _ guess: Guess) throws(KeyError) -> KeyError {
        var after = guess.before
        if guess.before.verifiers.contains(where: { ConstantTime.areEqual($0, verifier) }) {
            // The same wrong passcode again: it was counted once, and its delay is over.
            after.delay = nil
            try record(after, guess)
            return KeyError(.passcodeIncorrect, "the passcode is wrong, as it was before")
        }
        after.failures += 1
        after.verifiers = Array(
            ([verifier] + after.verifiers).prefix(AttemptRecord.verifierLimit)
        )
        after.delay = guess.keybag.settings.delays.delay(afterFailures: after.failures)
        try record(after, guess)
        if let limit = guess.keybag.settings.maximumFailedAttempts, after.failures >= limit {
            try erase()
            return KeyError(
                .passcodeIncorrect,
                "the passcode is wrong for the \(after.failures). time: the device erased itself"
            )
        }
        return KeyError(.passcodeIncorrect, "the passcode is wrong", retryAfter: after.delay)
    }

    private func record(_ record: AttemptRecord, _ guess: Guess) throws(KeyError) {
        try storeAttempts(record, guess.secrets)
        let now = clock.now()
        state.withLock { state in
            state.attempts = record
            state.delayStart = now
        }
    }

    /// Puts the record of attempts on disk.
    func storeAttempts(
        _ record: AttemptRecord,
        _ secrets: DeviceSecrets
    ) throws(KeyError) {
        let bytes: [UInt8]
        do throws(CryptoError) {
            bytes = try record.encode(for: deviceID, key: secrets.attemptCode)
        } catch { throw KeyError(error, "the record of passcode attempts") }
        try keySource.storeAttempts(bytes, for: deviceID)
    }

    /// Stretches a new passcode under a fresh salt.
    private func stretch(
        _ passcode: borrowing Passcode,
        cost settings: DeviceSettings
    ) throws(KeyError) -> (salt: [UInt8], stretched: SecretBox) {
        let salt = random.bytes(Argon2id.saltByteCount)
        return (salt, try stretch(passcode, salt: salt, cost: settings.derivationCost))
    }

    private func stretch(
        _ passcode: borrowing Passcode,
        salt: [UInt8],
        cost: Argon2id.Cost
    ) throws(KeyError) -> SecretBox {
        do throws(CryptoError) {
            let output = try SecureBytes(count: 32, group: .transit, arena: arena)
            try Argon2id.derive(passcode: passcode.bytes, salt: salt, cost: cost, into: output)
            return SecretBox(output)
        } catch { throw KeyError(error, "the passcode") }
    }

    private func openAll(
        _ guess: Guess,
        _ passcodeKey: SecretBox
    ) throws(KeyError) -> [ProtectionClass: SecretBox] {
        var keys: [ProtectionClass: SecretBox] = [:]
        do throws(CryptoError) {
            for slot in Keybag.Slot.allCases {
                guard let protection = slot.protection else { continue }
                keys[protection] = try guess.keybag.open(
                    slot,
                    passcodeKey: passcodeKey,
                    secrets: guess.secrets,
                    arena: arena
                )
            }
        } catch { throw KeyError(error, "the keybag") }
        return keys
    }

    private static func checkEpoch(
        _ state: borrowing State,
        _ guess: Guess
    ) throws(KeyError) {
        try checkIsOn(state)
        guard state.epoch == guess.epoch else {
            throw KeyError(.busy, "the device was locked while the passcode was checked")
        }
    }

    /// Writes a keybag with the same keys under another passcode, or under none.
    private func replacePasscode(
        _ old: Keybag,
        _ secrets: DeviceSecrets,
        oldPasscodeKey: SecretBox?,
        _ new: (salt: [UInt8], stretched: SecretBox)?
    ) throws(KeyError) {
        let keybag: Keybag
        let bytes: [UInt8]
        do throws(CryptoError) {
            var keys: [Keybag.Slot: SecretBox] = [:]
            for slot in Keybag.Slot.allCases {
                keys[slot] = try old.open(
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
            keybag = try Keybag.seal(
                keys,
                settings: old.settings,
                device: deviceID,
                salt: new?.salt ?? random.bytes(Argon2id.saltByteCount),
                passcodeKey: passcodeKey,
                secrets: secrets,
                random: random
            )
            bytes = try keybag.encode(secrets)
        } catch { throw KeyError(error, "the keybag") }
        try transition { (state, now) throws(KeyError) in
            try Self.checkIsOn(state)
            try directory.keybag.replace(with: bytes)
            state.keybag = keybag
            if !keybag.hasPasscode { try loadWithoutPasscode(&state, secrets) }
            return state.machine.passcodeChanged(
                hasPasscode: keybag.hasPasscode,
                at: now
            )
        }
    }

    private func loadWithoutPasscode(
        _ state: inout State,
        _ secrets: DeviceSecrets
    ) throws(KeyError) {
        do throws(CryptoError) {
            for slot in Keybag.Slot.allCases {
                guard let protection = slot.protection else { continue }
                guard state.classKeys[protection] == nil else { continue }
                state.classKeys[protection] = try state.keybag.open(
                    slot,
                    passcodeKey: nil,
                    secrets: secrets,
                    arena: arena
                )
            }
        } catch { throw KeyError(error, "the keybag") }
    }
}

extension KeyHolder.State {
    /// Takes the class keys that are missing; those that are there stay, with their open files.
    fileprivate mutating func adopt(_ keys: [ProtectionClass: SecretBox]) {
        for (protection, key) in keys where classKeys[protection]?.secret.isWiped ?? true {
            classKeys[protection] = key
        }
    }
}
