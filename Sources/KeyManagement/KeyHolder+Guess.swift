import ProtectionModel
import SodiumCrypto
import Synchronization

/// How a passcode is tried: counted on disk first, then stretched, then judged.
extension KeyHolder {
    /// A guess that was counted on disk and is being stretched.
    struct Guess {
        let keybag: Keybag
        let secrets: DeviceSecrets
        let voidCount: UInt64
        let before: AttemptRecord
    }

    /// Tries a passcode; nil when the device has none.
    func evaluate(
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
            if let limit = state.keybag.settings.maximumFailedAttempts, before.failures >= limit {
                throw KeyError(
                    .deviceErased,
                    "the device took its last passcode, and its erase has to be finished"
                )
            }
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
                voidCount: state.voidCount,
                before: before
            )
        }
    }

    /// The passcode key if the passcode is right; otherwise what a wrong one costs.
    private func verify(
        _ passcode: borrowing Passcode,
        _ guess: Guess
    ) throws(KeyError) -> SecretBox {
        let stretched: SecretBox
        do throws(KeyError) {
            stretched = try stretch(
                passcode,
                salt: guess.keybag.salt,
                cost: guess.keybag.settings.derivationCost
            )
        } catch {
            // No memory for the derivation says nothing about the passcode.
            try record(guess.before, guess)
            throw error
        }
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
    func stretch(
        _ passcode: borrowing Passcode,
        cost settings: DeviceSettings
    ) throws(KeyError) -> (salt: [UInt8], stretched: SecretBox) {
        let salt = random.bytes(Argon2id.saltByteCount)
        return (salt, try stretch(passcode, salt: salt, cost: settings.derivationCost))
    }

    func stretch(
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
}
