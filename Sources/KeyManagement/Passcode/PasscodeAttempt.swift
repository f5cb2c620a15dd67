import ProtectionModel
import SodiumCrypto

/// An attempt at the passcode that is counted on disk and then stretched, and how the device stood
/// when it was made.
struct PasscodeAttempt: Sendable {
    let keybag: Keybag
    let secrets: DeviceSecrets
    let revocationCount: UInt64
    let isUnlocked: Bool
    let before: AttemptsInForce
    /// Wrong passcodes before an erase, by settings and rules; nil for never.
    let failureLimit: UInt32?

    /// - Throws: `ProtectionError` with `device-off`, `passcode-not-set`.
    init(_ state: borrowing HeldState) throws {
        try state.checkIsOn()
        guard state.keybag.hasPasscode, let secrets = state.secrets else {
            throw ProtectionError(.passcodeNotSet, "the device has no passcode")
        }
        self.init(state, secrets)
    }

    /// What stands in for an attempt where a key is tried that nobody can guess.
    ///
    /// - Throws: `ProtectionError` with `device-off`.
    init(withoutGuess state: borrowing HeldState) throws {
        self.init(state, try state.presentSecrets())
    }

    /// What stands in for an attempt where there is no passcode to try.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `already-exists`, or `passcode-not-set` where
    ///   other keys unlock.
    init(withoutPasscode state: borrowing HeldState) throws {
        let secrets = try state.presentSecrets()
        guard !state.keybag.hasPasscode else {
            let isTyped = state.keybag.slots.contains { $0.kind == .passcode || $0.kind == .pin }
            throw isTyped
                ? ProtectionError(.alreadyExists, KeyHolder.passcodeIsSet)
                : ProtectionError(.passcodeNotSet, KeyHolder.otherKeysOpen)
        }
        self.init(state, secrets)
    }

    private init(_ state: borrowing HeldState, _ secrets: DeviceSecrets) {
        keybag = state.keybag
        self.secrets = secrets
        revocationCount = state.revocationCount
        isUnlocked = state.machine.state == .unlocked
        before = state.attempts
        failureLimit = state.settings.maximumFailedAttempts
    }

    /// The slots that a secret of a kind may open.
    func slots(_ kind: KeySlot.Kind) -> [KeySlot] { keybag.slots.filter { $0.kind == kind } }

    /// Whether it was wrong before.
    func isKnown(_ verifier: [UInt8]) -> Bool {
        before.record.verifiers.contains { ConstantTime.areEqual($0, verifier) }
    }

    /// The slots that what somebody types may open: those first that cost a chip no try.
    var typed: [KeySlot] { slots(.passcode) + slots(.pin) }
}

extension HeldState {
    /// A lock that was asked for since the attempt, or since it was asked for, must not be undone
    /// by it.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `busy`.
    func checkNotRevoked(_ attempt: PasscodeAttempt, since count: UInt64? = nil) throws {
        try checkIsOn()
        guard revocationCount == count ?? attempt.revocationCount else {
            throw ProtectionError(.busy, "the device was locked while the passcode was checked")
        }
    }

    /// Only the keybag that the attempt was made on can be replaced by what was made of it.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `busy`.
    func checkHasKeybag(of attempt: PasscodeAttempt) throws {
        try checkIsOn()
        guard keybag == attempt.keybag else {
            throw ProtectionError(
                .busy,
                "the passcode, a key or a setting was changed in the meantime"
            )
        }
    }

    /// Turning the passcode on or off must not undo a lock either, and unlike an unlock not even
    /// one that idle time brought.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `busy`.
    func checkNotLocked(since attempt: PasscodeAttempt) throws {
        try checkNotRevoked(attempt)
        guard attempt.isUnlocked, machine.state != .unlocked else { return }
        throw ProtectionError(.busy, "the device locked itself while the passcode was checked")
    }
}
