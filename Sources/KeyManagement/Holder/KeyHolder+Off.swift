import ProtectionModel
package import SodiumCrypto

extension KeyHolder {
    /// How a device stands that nobody holds: off, with what its records say, and its settings.
    ///
    /// Takes no lock and leaves no key in memory.
    ///
    /// - Throws: `ProtectionError` with `device-key-missing`, `authentication-failure`,
    ///   `unsupported-version`.
    package static func statusWhileOff(
        _ directory: DeviceDirectory,
        keySource: any DeviceKeySource,
        derivation: any PasscodeDerivation = Argon2idDerivation(),
        arena: SecureArena
    ) throws -> (status: DeviceStatus, settings: DeviceSettings) {
        let bytes = try directory.keybag.read()
        let device = try Keybag.deviceID(of: bytes)
        let secrets = try secrets(try keySource.load(for: device, arena: arena), device)
        let keybag = try Keybag.decode(bytes, secrets, floor: derivation.floor)
        let attempts = try loadAttempts(keybag, secrets, from: keySource, for: device)
        let rules = try loadRules(directory, device, secrets)
        let status = DeviceStatus(
            state: .off,
            hasPasscode: keybag.hasPasscode,
            failedAttempts: attempts.failures,
            // A start makes one wait for the whole of it.
            retryAfter: attempts.delay,
            isMemoryLocked: arena.isMemoryLocked
        )
        return (status, keybag.settings.tightened(by: rules))
    }

    /// How the passcode guards a device, whatever its state: from its records, with the device key
    /// alone.
    ///
    /// - Throws: `ProtectionError` with `device-key-missing`, `authentication-failure`,
    ///   `unsupported-version`.
    package static func passcodeGuard(
        _ directory: DeviceDirectory,
        keySource: any DeviceKeySource,
        derivation: any PasscodeDerivation = Argon2idDerivation(),
        arena: SecureArena
    ) throws -> PasscodeGuard {
        let bytes = try directory.keybag.read()
        let device = try Keybag.deviceID(of: bytes)
        let secrets = try secrets(try keySource.load(for: device, arena: arena), device)
        let keybag = try Keybag.decode(bytes, secrets, floor: derivation.floor)
        let rules = try loadRules(directory, device, secrets)
        return PasscodeGuard(
            hasPasscode: keybag.hasPasscode,
            maximumFailedAttempts: keybag.settings.tightened(by: rules).maximumFailedAttempts,
            minimumLength: rules.minimumLength
        )
    }
}
