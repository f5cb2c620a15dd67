package import ProtectionModel

/// The buttons of a device: what the user does to it, as opposed to what programs do with it.
package protocol DeviceControl: AnyObject, Sendable {
    /// Tries a passcode.
    ///
    /// - Throws: `ProtectionError` with `passcode-incorrect`, `passcode-delayed`, `device-off`;
    ///   `busy` when a lock came meanwhile, or there is not enough memory for a derivation.
    func unlock(_ passcode: borrowing Passcode) throws
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
        _ old: borrowing Passcode,
        to new: borrowing Passcode
    ) throws
    /// Removes the passcode, which leaves the device unlocked.
    ///
    /// A lock in the meantime is not undone: the passcode stays.
    ///
    /// - Throws: `ProtectionError` as ``unlock(_:)``, and `passcode-not-set`.
    func removePasscode(_ old: borrowing Passcode) throws
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
