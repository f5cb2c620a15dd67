package import ProtectionModel

/// The buttons of a device: what the user does to it, as opposed to what programs do with it.
package protocol DeviceControl: AnyObject, Sendable {
    /// Tries a passcode or key.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect`, `passcode-delayed`,
    ///   `passcode-not-set`, `device-off`; `busy` when a lock came meanwhile, or there is not
    ///   enough memory for a derivation; `authentication-failure` when the keybag was changed by
    ///   somebody who has the device key alone.
    func unlock(_ credential: borrowing KeyCredential) throws
    /// Locks; nothing happens unless the device is unlocked and has a passcode.
    ///
    /// - Throws: `ProtectionError` when the holder cannot be asked.
    func lock(skippingGrace: Bool) throws
    /// Restarts.
    ///
    /// - Throws: `ProtectionError` with `device-off`.
    func reboot() throws
    /// Switches off; nothing happens when it is off.
    ///
    /// - Throws: `ProtectionError` when the holder cannot be asked.
    func shutDown() throws
    /// Sets the first passcode.
    ///
    /// - Throws: `ProtectionError` with `already-exists` when there is one; `busy` as
    ///   ``unlock(_:)``.
    func setPasscode(_ new: borrowing Passcode) throws
    /// Changes the passcode in any lock state; no file is rewritten.
    ///
    /// - Throws: `ProtectionError` as ``unlock(_:)``, and `passcode-not-set`.
    func changePasscode(
        _ old: borrowing KeyCredential,
        to new: borrowing Passcode
    ) throws
    /// Removes the passcode, which leaves the device unlocked.
    ///
    /// A lock in the meantime is not undone: the passcode stays.
    ///
    /// - Throws: `ProtectionError` as ``unlock(_:)``; `invalid-argument` when there are other keys
    ///   that unlock.
    func removePasscode(_ old: borrowing KeyCredential) throws
    /// Sets another passcode in the place of the one that was forgotten, and unlocks.
    ///
    /// - Throws: `ProtectionError` as ``unlock(_:)``; `invalid-argument` when there are several
    ///   passcodes.
    func recover(
        with key: borrowing KeyCredential,
        settingPasscode new: borrowing Passcode
    ) throws
    /// Adds a key that opens the device; without a credential on a device that has no passcode.
    ///
    /// - Throws: `ProtectionError` as ``unlock(_:)``; `passcode-required`, `limit-exceeded`;
    ///   `already-exists` for a name that there is.
    func addKey(
        _ new: borrowing NewKeySlot,
        authorizedBy credential: borrowing KeyCredential?
    ) throws
    /// Removes a key, which must not be the last that unlocks.
    ///
    /// - Throws: `ProtectionError` as ``unlock(_:)``; `passcode-required`, `not-found`,
    ///   `invalid-argument` for the last one.
    func removeKey(
        _ number: UInt8,
        authorizedBy credential: borrowing KeyCredential?
    ) throws
    /// Gives a key another name, while the device is unlocked.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `not-found`,
    ///   `already-exists`, `invalid-argument`.
    func renameKey(_ number: UInt8, to name: String) throws
    /// Changes settings while the device is unlocked; what rules for the passcode demand stays in
    /// force.
    ///
    /// Without a credential a device that has a passcode becomes no more lenient: no longer times, no
    /// more attempts, no shorter delays.
    ///
    /// - Throws: `ProtectionError` as ``unlock(_:)``; `passcode-required`,
    ///   `protected-data-unavailable`, `invalid-argument`.
    func changeSettings(
        _ change: SettingsChange,
        authorizedBy credential: borrowing KeyCredential?
    ) throws
    /// Replaces the rules for the passcode: new passcodes must follow them, and the stricter of
    /// their limits and the device's own hold from now on.
    ///
    /// A passcode that is there already stays, whatever it is like.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `io-error`, `no-space`.
    func setPasscodeRules(_ rules: PasscodeRules) throws
    /// Destroys the device key: nothing decrypts afterwards.
    ///
    /// - Throws: `ProtectionError` with `io-error`; repeating it finishes the work.
    func erase() throws
}

extension DeviceControl {
    /// Tries a passcode.
    ///
    /// - Throws: as ``unlock(_:)`` with a credential.
    package func unlock(_ passcode: borrowing Passcode) throws {
        try unlock(.passcode(try passcode.copy()))
    }

    /// Changes the passcode.
    ///
    /// - Throws: as ``changePasscode(_:to:)`` with a credential.
    package func changePasscode(
        _ old: borrowing Passcode,
        to new: borrowing Passcode
    ) throws {
        try changePasscode(.passcode(try old.copy()), to: new)
    }

    /// Removes the passcode.
    ///
    /// - Throws: as ``removePasscode(_:)`` with a credential.
    package func removePasscode(_ old: borrowing Passcode) throws {
        try removePasscode(.passcode(try old.copy()))
    }
}
