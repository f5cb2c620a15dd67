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
        let isUnlocked: Bool
        let before: AttemptRecord
        /// Wrong passcodes before an erase, by settings and rules; nil for never.
        let failureLimit: UInt32?
    }

    /// Tries a passcode; nil when the device has none.
    ///
    /// - Precondition: the caller holds ``guessing``, and keeps it until it has used the answer.
    func evaluate(
        _ passcode: borrowing Passcode
    ) throws(KeyError) -> (Guess, passcodeKey: SecretBox)? {
        advance()
        try finishEarnedErase()
        guard let guess = try beginGuess() else { return nil }
        return (guess, try verify(passcode, guess))
    }

    /// Whether the record has the wrong passcodes that earn an erase.
    static func hasSpentLimit(
        _ attempts: AttemptRecord,
        _ settings: DeviceSettings,
        _ hasPasscode: Bool
    ) -> Bool {
        guard hasPasscode, let limit = settings.maximumFailedAttempts else { return false }
        return attempts.failures >= limit
    }

    /// Tries the erase again that failed after the last guess; no other guess is taken until then.
    private func finishEarnedErase() throws(KeyError) {
        let isEarned = try state.withLock { (state) throws(KeyError) in
            try Self.checkIsOn(state)
            return Self.hasSpentLimit(
                state.attempts,
                state.settings,
                state.keybag.hasPasscode
            )
        }
        guard isEarned else { return }
        try erase()
        throw KeyError(.deviceErased, "the device erased itself after too many wrong passcodes")
    }

    /// Counts a guess on disk before it is evaluated; nil when the device has no passcode.
    private func beginGuess() throws(KeyError) -> Guess? {
        try state.withLock { (state) throws(KeyError) -> Guess? in
            try Self.checkIsOn(state)
            guard state.keybag.hasPasscode, let secrets = state.secrets else { return nil }
            if let remaining = Self.remainingDelay(state, at: clock.now()) {
                throw KeyError(
                    .passcodeDelayed,
                    "no passcode is taken now, after too many wrong ones",
                    retryAfter: remaining
                )
            }
            try checkMemory(for: state.keybag.settings.derivationCost)
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
                voidCount: state.voidCount,
                isUnlocked: state.machine.state == .unlocked,
                before: before,
                failureLimit: state.settings.maximumFailedAttempts
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
            // No memory for the derivation says nothing about the passcode. The delay was over, or
            // there would have been no guess.
            var before = guess.before
            before.delay = nil
            try record(before, guess)
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
            return KeyError(
                .passcodeIncorrect,
                "the passcode is wrong, as it was before" + Self.warning(after, guess)
            )
        }
        after.failures += 1
        after.verifiers = Array(
            ([verifier] + after.verifiers).prefix(AttemptRecord.verifierLimit)
        )
        after.delay = guess.keybag.settings.delays.delay(afterFailures: after.failures)
        let isLast = guess.failureLimit.map { after.failures >= $0 } ?? false
        do throws(KeyError) {
            try record(after, guess)
        } catch {
            // The guess was counted on disk before, so the erase needs no record of it.
            guard isLast else { throw error }
        }
        guard isLast else {
            return KeyError(
                .passcodeIncorrect,
                "the passcode is wrong" + Self.warning(after, guess),
                retryAfter: after.delay
            )
        }
        try erase()
        let guesses =
            after.failures == 1 ? "one wrong passcode" : "\(after.failures) wrong passcodes"
        return KeyError(
            .passcodeIncorrect,
            "the passcode is wrong: the device erased itself after \(guesses)"
        )
    }

    /// How many guesses are left before the erase; empty on a device that never erases itself.
    private static func warning(_ attempts: AttemptRecord, _ guess: Guess) -> String {
        guard let limit = guess.failureLimit, attempts.failures < limit else { return "" }
        return switch limit - attempts.failures {
        case 1: "; one more wrong passcode erases the device"
        case let left: "; \(left) more wrong passcodes erase the device"
        }
    }

    /// Notes what a guess led to, first in memory: when the disk fails, it says still that the guess
    /// was wrong, which is only ever too strict.
    private func record(_ record: AttemptRecord, _ guess: Guess) throws(KeyError) {
        let now = clock.now()
        state.withLock { state in
            state.attempts = record
            state.delayStart = now
        }
        try storeAttempts(record, guess.secrets)
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

    /// Comes before anything about a passcode is put on disk.
    ///
    /// - Throws: `KeyError` with `busy`.
    func checkMemory(for cost: Argon2id.Cost) throws(KeyError) {
        do throws(CryptoError) {
            try derivation.checkMemory(for: cost)
        } catch { throw KeyError(derivation: error, cost, "the passcode") }
    }

    private func stretch(
        _ passcode: borrowing Passcode,
        salt: [UInt8],
        cost: Argon2id.Cost
    ) throws(KeyError) -> SecretBox {
        do throws(CryptoError) {
            let output = try SecureBytes(count: 32, group: .transit, arena: arena)
            try derivation.derive(
                passcode: passcode.bytes,
                salt: salt,
                cost: cost,
                into: output
            )
            return SecretBox(output)
        } catch { throw KeyError(derivation: error, cost, "the passcode") }
    }
}
