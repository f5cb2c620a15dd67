import ProtectionModel
import SodiumCrypto
import Synchronization

/// Judges passcodes, one after the other: an attempt is counted on disk first, then stretched, then
/// judged.
///
/// What was counted and never judged lengthens the delay, but only attempts that were judged wrong
/// erase the device: power losses and killed agents must not.
final class PasscodeJudge: Sendable {
    /// Held from the check of a passcode to the end of what it is for: attempts made at once cannot
    /// outrun their delay, and of two changes the second meets the first one's passcode.
    private let judging = Mutex(())
    private let device: HeldDevice
    private let records: DeviceRecords
    private let derivation: any PasscodeDerivation
    private let clock: any DeviceClock
    private let pins: CountedPIN

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
        pins = CountedPIN(records)
    }

    /// Tries a passcode or key, and runs `body` if it is right; no other is tried until that has
    /// returned.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect`, `passcode-delayed`, `device-off`,
    ///   `busy`; `passcode-not-set` on a device that has none of the kind: the user who gives one
    ///   believes that it guards the device; `authentication-failure` when it is right and somebody
    ///   without it changed the keybag.
    func withRight(
        _ credential: borrowing KeyCredential,
        _ body: (PasscodeAttempt, OpenedSlot) throws -> Void
    ) throws {
        try judging.withLock { _ in
            device.advance()
            try finishEarnedErase()
            switch credential {
            case .passcode(let passcode):
                let attempt = try beginAttempt()
                try body(attempt, try verify(passcode, attempt))
            case .key(let key):
                let attempt = try device.withState { state in
                    try PasscodeAttempt(withoutGuess: state)
                }
                let opened = try OpenedSlot(openedBy: key, in: attempt.keybag, records.arena)
                try note(attempt.before.record.cleared(), attempt)
                try body(attempt, opened)
            }
        }
    }

    /// Runs `body` on a device without a passcode; none is tried until that has returned.
    ///
    /// - Throws: `ProtectionError` with `already-exists`, `device-off`, `authentication-failure`.
    func withoutPasscode(_ body: (PasscodeAttempt, OpenedSlot) throws -> Void) throws {
        try judging.withLock { _ in
            device.advance()
            let attempt = try device.withState { state in
                try PasscodeAttempt(withoutPasscode: state)
            }
            guard let slot = attempt.slots(.device).first else {
                throw ProtectionError(.alreadyExists, KeyHolder.passcodeIsSet)
            }
            try body(attempt, try check(slot, under: attempt.secrets.wrapping, attempt))
        }
    }

    /// Runs `body` once a credential was right, or without one on a device that has no passcode.
    ///
    /// - Throws: as ``withRight(_:_:)``; `passcode-required` without one on any other device.
    func withAuthorization(
        _ credential: borrowing KeyCredential?,
        _ body: (PasscodeAttempt, OpenedSlot) throws -> Void
    ) throws {
        switch credential {
        case .some(let credential): try withRight(credential, body)
        case .none:
            let isOpen = try device.withState { state in
                try state.checkIsOn()
                return !state.keybag.hasPasscode
            }
            guard isOpen else {
                throw ProtectionError(.passcodeRequired, "the device has a passcode or a key file")
            }
            try withoutPasscode(body)
        }
    }

    /// Runs `body` on an unlocked device, with its keybag key.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `device-off`.
    func whileUnlocked(_ body: (PasscodeAttempt, _ keybagKey: SecretBox) throws -> Void) throws {
        try judging.withLock { _ in
            device.advance()
            let (attempt, held) = try device.withState { state in
                let attempt = try PasscodeAttempt(withoutGuess: state)
                guard attempt.isUnlocked else { throw Self.locked }
                return (attempt, state.keybagKey)
            }
            do {
                let open = try attempt.keybag.keybagKey(attempt.secrets, arena: records.arena)
                guard let key = open ?? held else { throw CryptoError(.secretWiped) }
                try body(attempt, key)
            } catch { throw ProtectionError(error, "the keybag") }
        }
    }

    /// What is told where only the user of an unlocked device may change something.
    static var locked: ProtectionError {
        ProtectionError(
            .protectedDataUnavailable,
            "that can be changed only while the device is unlocked"
        )
    }

    /// Runs `body` while no passcode is tried and no key changed.
    func alone(_ body: () throws -> Void) rethrows { try judging.withLock { _ in try body() } }

    /// Tries the erase again that failed after the last attempt; no other is taken until then.
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

    /// Counts an attempt on disk before it is evaluated.
    private func beginAttempt() throws -> PasscodeAttempt {
        let attempt = try device.withState { state in
            let attempt = try PasscodeAttempt(state)
            guard !attempt.typed.isEmpty else {
                throw ProtectionError(
                    .passcodeNotSet,
                    KeyHolder.otherKeysOpen
                )
            }
            if let remaining = state.attempts.remainingDelay(at: clock.now()) {
                throw ProtectionError(
                    .passcodeDelayed,
                    "no passcode is taken now, " + reasonOfDelay(state.attempts.record),
                    cause: RetryDelay(remaining)
                )
            }
            return attempt
        }
        try checkMemory(for: attempt.keybag.settings)
        try count(attempt)
        return attempt
    }

    private func reasonOfDelay(_ record: AttemptRecord) -> String {
        if record.isLost {
            let place = records.keySource.attemptsPlace
            return "because the record of wrong ones, '\(place)', is missing or damaged; "
                + "that counts as the longest delay"
        }
        return record.unfinished == 0
            ? "after too many wrong ones"
            : "after too many that were wrong or never checked to the end"
    }

    /// Puts the count on disk, with the state free: a disk that stalls must not keep the device
    /// from being locked.
    private func count(_ attempt: PasscodeAttempt) throws {
        var counted = attempt.before.record
        counted.begin(attempt.keybag.settings.delays)
        do { try note(counted, attempt) } catch {
            device.takeBack(attempt)
            throw error
        }
    }

    /// Notes what an attempt led to, first in memory, so that no older count is stored in between.
    ///
    /// When the disk fails after the verdict, memory still says that it was wrong, which is
    /// only ever too strict.
    private func note(_ record: AttemptRecord, _ attempt: PasscodeAttempt) throws {
        device.note(record)
        try records.store(record, attempt.secrets)
    }
}

// The verdict.
extension PasscodeJudge {
    /// What is known of a guess while it is tried on one slot after the other.
    private struct Guess {
        /// Of the first slot alone: one guess is one verifier.
        var verifier: [UInt8]?
        /// Whether a slot said that it is wrong.
        var isWrong = false
        /// Why a chip did not judge it.
        var unjudged: ProtectionError?
        /// What a chip that judged it says of its count.
        var count: PINAttempts?
    }

    /// The slot that the passcode opens; otherwise what a wrong one costs.
    private func verify(
        _ passcode: borrowing Passcode,
        _ attempt: PasscodeAttempt
    ) throws -> OpenedSlot {
        var guess = Guess()
        for slot in attempt.typed {
            // Once it was wrong for one slot, it is not taken back.
            let stretched = try stretch(passcode, slot, attempt, takesBack: !guess.isWrong)
            do {
                guess.verifier =
                    try guess.verifier ?? attempt.secrets.verifier(ofStretched: stretched.secret)
            } catch { throw ProtectionError(error, "the passcode") }
            let opened =
                slot.kind == .pin
                ? try openPIN(slot, stretched, &guess, attempt)
                : try open(slot, stretched, attempt)
            guard let opened else {
                guess.isWrong = guess.isWrong || guess.unjudged == nil
                continue
            }
            try note(attempt.before.record.cleared(), attempt)
            return opened
        }
        if let unjudged = guess.unjudged {
            // What is none of the passcodes may be the PIN: it never counts towards an erase, but
            // to take it back would make guessing at the passcodes free.
            if !guess.isWrong { try takeBack(attempt) }
            throw unjudged
        }
        throw try punish(guess, attempt)
    }

    private func stretch(
        _ passcode: borrowing Passcode,
        _ slot: KeySlot,
        _ attempt: PasscodeAttempt,
        takesBack: Bool
    ) throws -> SecretBox {
        do {
            let cost = slot.cost ?? attempt.keybag.settings.derivationCost
            return try stretch(passcode, salt: slot.salt, cost: cost)
        } catch {
            // No memory for the derivation says nothing about the passcode.
            if takesBack { try takeBack(attempt) }
            throw error
        }
    }

    /// Forgets a guess that nothing judged.
    private func takeBack(_ attempt: PasscodeAttempt) throws {
        // The delay was over, or there would have been no attempt.
        var before = attempt.before.record
        before.delay = nil
        try note(before, attempt)
    }

    /// Nil for a PIN that is wrong, or that its chip did not judge.
    private func openPIN(
        _ slot: KeySlot,
        _ stretched: SecretBox,
        _ guess: inout Guess,
        _ attempt: PasscodeAttempt
    ) throws -> OpenedSlot? {
        // The same wrong one again costs the chip no try.
        guard !attempt.isKnown(guess.verifier ?? []) else { return nil }
        let key: SecretBox
        do {
            let keys = try attempt.secrets.pinKeys(ofStretched: stretched.secret)
            key = try keys.key(with: try pins.open(slot, keys))
        } catch let error as ProtectionError {
            if error.code == .passcodeIncorrect {
                guess.count = error.cause as? PINAttempts
            } else {
                guess.unjudged = Self.unjudged(error)
            }
            return nil
        } catch { throw ProtectionError(error, "the PIN") }
        do { return try check(slot, under: key.secret, attempt) } catch let error
            as ProtectionError
        {
            guard error.code == .passcodeIncorrect else { throw error }
            throw ProtectionError(
                .authenticationFailure,
                "the PIN is right, and its slot in the keybag was changed"
            )
        }
    }

    private static func unjudged(_ error: ProtectionError) -> ProtectionError {
        // A chip that is shut says so itself.
        guard error.code != .passcodeDelayed else { return error }
        return ProtectionError(
            error.code,
            "\(CountedPIN.isUnjudged): \(error.message)",
            cause: error.cause
        )
    }

    /// Nil under a wrong passcode.
    private func open(
        _ slot: KeySlot,
        _ stretched: SecretBox,
        _ attempt: PasscodeAttempt
    ) throws -> OpenedSlot? {
        let key: SecretBox
        do {
            key = SecretBox(try attempt.secrets.passcodeKey(ofStretched: stretched.secret))
        } catch { throw ProtectionError(error, "the passcode") }
        do {
            return try check(slot, under: key.secret, attempt)
        } catch let error as ProtectionError where error.code == .passcodeIncorrect { return nil }
    }

    /// Opens a slot, and checks that the whole keybag was written by somebody who could.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect` under a wrong key,
    ///   `authentication-failure`.
    private func check(
        _ slot: KeySlot,
        under key: borrowing SecureBytes,
        _ attempt: PasscodeAttempt
    ) throws -> OpenedSlot {
        try OpenedSlot(slot, of: attempt.keybag, under: key, records.arena)
    }

    /// Stores what a wrong passcode leads to, and returns the error to throw.
    private func punish(_ guess: Guess, _ attempt: PasscodeAttempt) throws -> ProtectionError {
        let verifier = guess.verifier ?? []
        var after = attempt.before.record
        let wrong = attempt.slots(.passcode).isEmpty ? "the PIN is wrong" : "the passcode is wrong"
        if attempt.isKnown(verifier) {
            // The same wrong passcode again: it was counted once, and its delay is over.
            after.delay = nil
            try note(after, attempt)
            return ProtectionError(
                .passcodeIncorrect,
                wrong + ", as it was before" + Self.warning(after, attempt)
            )
        }
        after.fail(verifier, attempt.keybag.settings.delays)
        let isLast = attempt.failureLimit.map { after.failures >= $0 } ?? false
        do {
            try note(after, attempt)
        } catch {
            // It was judged, so the erase needs no record of it.
            guard isLast else { throw error }
        }
        guard isLast else {
            let count = guess.count.map { "; \($0.words)" } ?? ""
            return ProtectionError(
                .passcodeIncorrect,
                wrong + count + Self.warning(after, attempt),
                cause: after.delay.map { RetryDelay($0) }
            )
        }
        try device.erase()
        let count =
            after.failures == 1 ? "one wrong passcode" : "\(after.failures) wrong passcodes"
        return ProtectionError(
            .passcodeIncorrect,
            "\(wrong): the device erased itself after \(count)"
        )
    }

    /// How many attempts are left before the erase; empty on a device that never erases itself.
    private static func warning(_ record: AttemptRecord, _ attempt: PasscodeAttempt) -> String {
        guard let limit = attempt.failureLimit, record.failures < limit else { return "" }
        return switch limit - record.failures {
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
