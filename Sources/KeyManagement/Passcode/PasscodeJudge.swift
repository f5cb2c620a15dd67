import ProtectionModel
import SodiumCrypto
import Synchronization

/// Judges passcodes, one after the other: a guess is counted on disk first, then stretched, then
/// judged.
///
/// What was counted and never judged lengthens the delay, but only guesses that were judged wrong
/// erase the device: power losses and killed agents must not.
final class PasscodeJudge: Sendable {
    /// Held from the check of a passcode to the end of what it is for: guesses made at once cannot
    /// outrun their delay, and of two changes the second meets the first one's passcode.
    private let guessing = Mutex(())
    private let device: HeldDevice
    private let records: DeviceRecords
    private let derivation: any PasscodeDerivation
    private let clock: any DeviceClock

    /// Judges the passcodes of a device.
    init(
        _ device: HeldDevice,
        records: DeviceRecords,
        derivation: any PasscodeDerivation,
        clock: any DeviceClock
    ) {
        self.device = device
        self.records = records
        self.derivation = derivation
        self.clock = clock
    }

    /// Tries a passcode, and runs `body` if it is right; no other is tried until that has returned.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect`, `passcode-delayed`, `device-off`,
    ///   `busy`; `passcode-not-set` on a device that has none: the user who gives one believes that
    ///   it guards the device.
    func withRight(
        _ passcode: borrowing Passcode,
        _ body: (Guess, _ passcodeKey: SecretBox) throws -> Void
    ) throws {
        try guessing.withLock { _ in
            device.advance()
            try finishEarnedErase()
            let guess = try beginGuess()
            try body(guess, try verify(passcode, guess))
        }
    }

    /// Runs `body` on a device without a passcode; none is tried until that has returned.
    ///
    /// - Throws: `ProtectionError` with `already-exists`, `device-off`.
    func withoutPasscode(_ body: (Guess) throws -> Void) throws {
        try guessing.withLock { _ in
            device.advance()
            try body(try device.withState { state in try Guess(withoutPasscode: state) })
        }
    }

    /// Tries the erase again that failed after the last guess; no other guess is taken until then.
    private func finishEarnedErase() throws {
        let isEarned = try device.withState { state in
            try state.checkIsOn()
            return state.hasSpentLimit
        }
        guard isEarned else { return }
        try device.erase()
        throw ProtectionError(
            .deviceErased,
            "the device erased itself after too many wrong passcodes"
        )
    }

    /// Counts a guess on disk before it is evaluated.
    private func beginGuess() throws -> Guess {
        let guess = try device.withState { state in
            let guess = try Guess(state)
            if let remaining = state.attempts.remainingDelay(at: clock.now()) {
                throw ProtectionError(
                    .passcodeDelayed,
                    "no passcode is taken now, " + reasonOfDelay(state.attempts.record),
                    cause: PasscodeDelay(remaining)
                )
            }
            return guess
        }
        try checkMemory(for: guess.keybag.settings)
        try count(guess)
        return guess
    }

    private func reasonOfDelay(_ attempts: AttemptRecord) -> String {
        if attempts.isLost {
            let place = records.keySource.attemptsPlace
            return "because the record of wrong ones, '\(place)', is missing or damaged; "
                + "that counts as the longest delay"
        }
        return attempts.unfinished == 0
            ? "after too many wrong ones"
            : "after too many that were wrong or never checked to the end"
    }

    /// Puts the count on disk, with the state free: a disk that stalls must not keep the device
    /// from being locked.
    private func count(_ guess: Guess) throws {
        var counted = guess.before.record
        counted.begin(guess.keybag.settings.delays)
        do { try record(counted, guess) } catch {
            device.withState { $0.attempts = guess.before }
            throw error
        }
    }

    /// Notes what a guess led to, first in memory, so that no older count is stored in between.
    ///
    /// When the disk fails after the verdict, memory still says that the guess was wrong, which is
    /// only ever too strict.
    private func record(_ record: AttemptRecord, _ guess: Guess) throws {
        let now = clock.now()
        device.withState { $0.attempts = AttemptsInForce(record, since: now) }
        try records.store(record, guess.secrets)
    }
}

// The verdict.
extension PasscodeJudge {
    /// The passcode key if the passcode is right; otherwise what a wrong one costs.
    private func verify(_ passcode: borrowing Passcode, _ guess: Guess) throws -> SecretBox {
        let stretched = try stretch(passcode, guess)
        let passcodeKey: SecretBox
        let verifier: [UInt8]
        do {
            passcodeKey = SecretBox(
                try guess.secrets.passcodeKey(ofStretched: stretched.secret)
            )
            verifier = try guess.secrets.verifier(ofStretched: stretched.secret)
        } catch { throw ProtectionError(error, "the passcode") }
        guard try isRight(passcodeKey, guess) else { throw try punish(verifier, guess) }
        try record(guess.before.record.cleared(), guess)
        return passcodeKey
    }

    private func stretch(_ passcode: borrowing Passcode, _ guess: Guess) throws -> SecretBox {
        do {
            return try stretch(
                passcode,
                salt: guess.keybag.salt,
                cost: guess.keybag.settings.derivationCost
            )
        } catch {
            // No memory for the derivation says nothing about the passcode. The delay was over, or
            // there would have been no guess.
            var before = guess.before.record
            before.delay = nil
            try record(before, guess)
            throw error
        }
    }

    private func isRight(_ passcodeKey: SecretBox, _ guess: Guess) throws -> Bool {
        do {
            _ = try guess.keybag.open(
                .completeUntilFirstUserAuthentication,
                passcodeKey: passcodeKey,
                secrets: guess.secrets,
                arena: records.arena,
                group: .transit
            )
            return true
        } catch {
            guard error.code == .authenticationFailure else {
                throw ProtectionError(error, "the keybag")
            }
            return false
        }
    }

    /// Stores what a wrong guess leads to, and returns the error to throw.
    private func punish(_ verifier: [UInt8], _ guess: Guess) throws -> ProtectionError {
        var after = guess.before.record
        if after.verifiers.contains(where: { ConstantTime.areEqual($0, verifier) }) {
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
        try device.erase()
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
}

// The derivation.
extension PasscodeJudge {
    /// Comes before anything about a passcode is put on disk.
    ///
    /// - Throws: `ProtectionError` with `busy`.
    func checkMemory(for settings: DeviceSettings) throws {
        let cost = settings.derivationCost
        do {
            try derivation.checkMemory(for: cost)
        } catch { throw ProtectionError(derivation: error, cost, "the passcode") }
    }

    /// Makes trying a passcode slow.
    ///
    /// - Throws: `ProtectionError` with `busy`.
    func stretch(
        _ passcode: borrowing Passcode,
        salt: [UInt8],
        cost: Argon2id.Cost
    ) throws -> SecretBox {
        do {
            let output = try SecureBytes(count: 32, group: .transit, arena: records.arena)
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
