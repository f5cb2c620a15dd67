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

extension DeviceKeySource {
    /// The counters of a device's pins, to be given back once its key is destroyed and nothing waits
    /// for the chip any more.
    func counters(of device: DeviceID, _ secrets: DeviceSecrets?) -> [RollbackPin.Counter] {
        guard let secrets else { return [] }
        return RollbackPin.Subject.allCases.compactMap {
            rollbackPin(of: $0, of: device)?.counter(key: secrets.rollback)
        }
    }

    /// Destroys the key of a device that came to nothing, as far as that can be done.
    package func abandon(_ device: DeviceID, arena: SecureArena) {
        let secrets = try? DeviceSecrets(
            deviceKey: try load(for: device, arena: arena),
            device: device
        )
        let counters = counters(of: device, secrets)
        try? destroy(for: device)
        for counter in counters { counter.giveBack() }
    }
}
