import ProtectionModel
import SodiumCrypto

/// A guess that was counted on disk and is being stretched, and how the device stood when it was
/// made.
struct Guess: Sendable {
    let keybag: Keybag
    let secrets: DeviceSecrets
    let voidCount: UInt64
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

    /// What stands in for a guess where there is no passcode to guess.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `already-exists`.
    init(withoutPasscode state: borrowing HeldState) throws {
        let secrets = try state.presentSecrets()
        guard !state.keybag.hasPasscode else {
            throw ProtectionError(.alreadyExists, KeyHolder.passcodeIsSet)
        }
        self.init(state, secrets)
    }

    private init(_ state: borrowing HeldState, _ secrets: DeviceSecrets) {
        keybag = state.keybag
        self.secrets = secrets
        voidCount = state.voidCount
        isUnlocked = state.machine.state == .unlocked
        before = state.attempts
        failureLimit = state.settings.maximumFailedAttempts
    }

    /// The class keys that a passcode key opens, or without one the device key alone.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure`.
    func open(
        _ keybag: Keybag,
        _ passcodeKey: SecretBox?,
        _ arena: SecureArena
    ) throws -> [ProtectionClass: SecretBox] {
        do {
            return try keybag.openClasses(
                passcodeKey: passcodeKey,
                secrets: secrets,
                arena: arena
            )
        } catch { throw ProtectionError(error, "the keybag") }
    }
}

extension HeldState {
    /// A lock that was asked for in the meantime must not be undone.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `busy`.
    func checkWants(_ guess: Guess) throws {
        try checkIsOn()
        guard voidCount == guess.voidCount else {
            throw ProtectionError(.busy, "the device was locked while the passcode was checked")
        }
    }

    /// Whether the keybag can be replaced by what was made of it at the time of `guess`.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `busy`.
    func checkTakesChange(of guess: Guess, inAnyLockState: Bool) throws {
        try checkIsOn()
        guard keybag == guess.keybag else {
            throw ProtectionError(.busy, "the passcode was changed in the meantime")
        }
        guard !inAnyLockState else { return }
        try checkWants(guess)
        // Unlike an unlock, a removal must not undo a lock that idle time brought either.
        guard guess.isUnlocked, machine.state != .unlocked else { return }
        throw ProtectionError(.busy, "the device locked itself while the passcode was checked")
    }
}
