import ProtectionModel
import SodiumCrypto
import Synchronization

/// How a passcode is tried: counted on disk first, then stretched, then judged.
///
/// What was counted and never judged lengthens the delay, but only guesses that were judged wrong
/// erase the device: power losses and killed agents must not.
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

    /// Tries a passcode.
    ///
    /// - Precondition: the caller holds ``guessing``, and keeps it until it has used the answer.
    /// - Throws: `ProtectionError` with `passcode-not-set` on a device that has none: whoever gives one
    ///   believes that it guards the device.
    func evaluate(
        _ passcode: borrowing Passcode
    ) throws -> (Guess, passcodeKey: SecretBox) {
        advance()
        try finishEarnedErase()
        let guess = try beginGuess()
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
    private func finishEarnedErase() throws {
        let isEarned = try state.withLock { state in
            try Self.checkIsOn(state)
            return Self.hasSpentLimit(
                state.attempts,
                state.settings,
                state.keybag.hasPasscode
            )
        }
        guard isEarned else { return }
        try erase()
        throw ProtectionError(
            .deviceErased,
            "the device erased itself after too many wrong passcodes"
        )
    }

    /// Counts a guess on disk before it is evaluated.
    private func beginGuess() throws -> Guess {
        let (guess, delayStart) = try state.withLock { state in
            try Self.checkIsOn(state)
            guard state.keybag.hasPasscode, let secrets = state.secrets else {
                throw ProtectionError(.passcodeNotSet, "the device has no passcode")
            }
            if let remaining = Self.remainingDelay(state, at: clock.now()) {
                throw ProtectionError(
                    .passcodeDelayed,
                    "no passcode is taken now, " + reasonOfDelay(state.attempts),
                    cause: PasscodeDelay(remaining)
                )
            }
            let guess = Guess(
                keybag: state.keybag,
                secrets: secrets,
                voidCount: state.voidCount,
                isUnlocked: state.machine.state == .unlocked,
                before: state.attempts,
                failureLimit: state.settings.maximumFailedAttempts
            )
            return (guess, state.delayStart)
        }
        try checkMemory(for: guess.keybag.settings.derivationCost)
        try count(guess, delayStart)
        return guess
    }

    /// Puts the count on disk, with the state free: a disk that stalls must not keep anybody from
    /// locking the device.
    ///
    /// Other guesses wait for ``guessing``; in memory the count comes first, so that nobody stores an
    /// older one meanwhile.
    private func count(_ guess: Guess, _ delayStart: Duration) throws {
        var counted = guess.before
        counted.begin(guess.keybag.settings.delays)
        let now = clock.now()
        state.withLock { state in
            state.attempts = counted
            state.delayStart = now
        }
        do { try storeAttempts(counted, guess.secrets) } catch {
            state.withLock { state in
                state.attempts = guess.before
                state.delayStart = delayStart
            }
            throw error
        }
    }

    private func reasonOfDelay(_ attempts: AttemptRecord) -> String {
        if attempts.isLost {
            return "because the record of wrong ones, '\(keySource.attemptsPlace)', is missing or "
                + "damaged; that counts as the longest delay"
        }
        return attempts.unfinished == 0
            ? "after too many wrong ones"
            : "after too many that were wrong or never checked to the end"
    }

    /// The passcode key if the passcode is right; otherwise what a wrong one costs.
    private func verify(
        _ passcode: borrowing Passcode,
        _ guess: Guess
    ) throws -> SecretBox {
        let stretched: SecretBox
        do {
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
        do {
            passcodeKey = SecretBox(
                try guess.secrets.passcodeKey(ofStretched: stretched.secret)
            )
            verifier = try guess.secrets.verifier(ofStretched: stretched.secret)
        } catch { throw ProtectionError(error, "the passcode") }
        do {
            _ = try guess.keybag.open(
                .completeUntilFirstUserAuthentication,
                passcodeKey: passcodeKey,
                secrets: guess.secrets,
                arena: arena,
                group: .transit
            )
        } catch {
            guard error.code == .authenticationFailure else {
                throw ProtectionError(error, "the keybag")
            }
            throw try punish(verifier, guess)
        }
        try record(guess.before.cleared(), guess)
        return passcodeKey
    }

    /// Stores what a wrong guess leads to, and returns the error to throw.
    private func punish(_ verifier: [UInt8], _ guess: Guess) throws -> ProtectionError {
        var after = guess.before
        if guess.before.verifiers.contains(where: { ConstantTime.areEqual($0, verifier) }) {
            // The same wrong passcode again: it was counted once, and its delay is over.
            after.delay = nil
            try record(after, guess)
            return ProtectionError(
                .passcodeIncorrect,
                "the passcode is wrong, as it was before" + Self.warning(after, guess)
            )
        }
        after.fail(verifier, guess.keybag.settings.delays)
        let isLast = guess.failureLimit.map { after.failures >= $0 } ?? false
        do {
            try record(after, guess)
        } catch {
            // It was judged, so the erase needs no record of it.
            guard isLast else { throw error }
        }
        guard isLast else {
            return ProtectionError(
                .passcodeIncorrect,
                "the passcode is wrong" + Self.warning(after, guess),
                cause: after.delay.map { PasscodeDelay($0) }
            )
        }
        try erase()
        let guesses =
            after.failures == 1 ? "one wrong passcode" : "\(after.failures) wrong passcodes"
        return ProtectionError(
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
    private func record(_ record: AttemptRecord, _ guess: Guess) throws {
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
    ) throws {
        let bytes: [UInt8]
        do {
            bytes = try record.encode(for: deviceID, key: secrets.attemptCode)
        } catch { throw ProtectionError(error, "the record of passcode attempts") }
        try keySource.storeAttempts(bytes, for: deviceID)
    }

    /// Stretches a new passcode under a fresh salt.
    func stretch(
        _ passcode: borrowing Passcode,
        cost settings: DeviceSettings
    ) throws -> (salt: [UInt8], stretched: SecretBox) {
        let salt = random.bytes(Argon2id.saltByteCount)
        return (salt, try stretch(passcode, salt: salt, cost: settings.derivationCost))
    }

    /// Comes before anything about a passcode is put on disk.
    ///
    /// - Throws: `ProtectionError` with `busy`.
    func checkMemory(for cost: Argon2id.Cost) throws {
        do {
            try derivation.checkMemory(for: cost)
        } catch { throw ProtectionError(derivation: error, cost, "the passcode") }
    }

    private func stretch(
        _ passcode: borrowing Passcode,
        salt: [UInt8],
        cost: Argon2id.Cost
    ) throws -> SecretBox {
        do {
            let output = try SecureBytes(count: 32, group: .transit, arena: arena)
            try derivation.derive(
                passcode: passcode.bytes,
                salt: salt,
                cost: cost,
                into: output
            )
            return SecretBox(output)
        } catch { throw ProtectionError(derivation: error, cost, "the passcode") }
    }
}
