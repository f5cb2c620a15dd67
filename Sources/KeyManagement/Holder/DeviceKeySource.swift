package import ProtectionModel
package import SodiumCrypto

/// Where the device key lives: a file, later a TPM; always outside the device directory.
///
/// Beside the key lies the record of wrong passcodes, which must not be put back to an older state
/// together with a copy of the device directory.
package protocol DeviceKeySource: Sendable {
    /// Makes and stores a new key, durably.
    ///
    /// - Throws: `ProtectionError` with `already-exists` when the device has one.
    func create(
        for device: DeviceID,
        random: any RandomSource,
        arena: SecureArena
    ) throws -> SecureBytes
    /// The 32-byte key.
    ///
    /// - Throws: `ProtectionError` with `device-key-missing`; `authentication-failure` when the
    ///   file is damaged or belongs to another device.
    func load(for device: DeviceID, arena: SecureArena) throws -> SecureBytes
    /// Overwrites and removes the key, durably; nothing happens when it is gone.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func destroy(for device: DeviceID) throws
    /// The stored record; nil when there is none.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func loadAttempts(for device: DeviceID) throws -> [UInt8]?
    /// Writes the record durably, over the one that is there.
    ///
    /// - Throws: `ProtectionError` with `io-error`; with `no-space` where it cannot be written
    ///   over, because there was none, for example.
    func storeAttempts(_ record: [UInt8], for device: DeviceID) throws
    /// Where the record is, for messages.
    var attemptsPlace: String { get }
    /// What tells the newest state of something of a device from an older copy; nil where nothing
    /// does.
    func rollbackPin(of subject: RollbackPin.Subject, of device: DeviceID) -> RollbackPin?
}

extension DeviceKeySource {
    package func rollbackPin(
        of subject: RollbackPin.Subject,
        of device: DeviceID
    ) -> RollbackPin? { nil }
}
