package import ProtectionModel
package import SodiumCrypto

extension DeviceDirectory {
    /// Whether there is a mark of an erase, genuine or not.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    package func hasEraseMark() throws -> Bool { try eraseMark() != nil }

    /// Finishes an erase that was begun here, where a crash came between its mark and the end of
    /// the key.
    ///
    /// - Returns: whether the device is erased.
    /// - Throws: `ProtectionError` with `authentication-failure` when the mark is not this
    ///   device's, or the key file is another device's: nothing is destroyed then;
    ///   `permission-denied`, `io-error`.
    package func finishErase(
        of device: DeviceID,
        _ keySource: any DeviceKeySource,
        arena: SecureArena
    ) throws -> Bool {
        guard let mark = try eraseMark() else { return false }
        let isOurs =
            if let secrets = try secrets(of: device, keySource, arena) {
                try isValid(mark, for: device, secrets)
            } else { EraseMark.isWellFormed(mark, for: device) }
        guard isOurs else {
            throw ProtectionError(
                .authenticationFailure,
                "the mark '\(path)/.erased' was not made by an erase of this device, so nothing"
                    + " was erased; remove that file to use the device"
            )
        }
        try keySource.destroy(for: device)
        return true
    }

    /// Nil when the key is gone, or overwritten: an erase came at least that far.
    private func secrets(
        of device: DeviceID,
        _ keySource: any DeviceKeySource,
        _ arena: SecureArena
    ) throws -> DeviceSecrets? {
        do {
            return try DeviceSecrets(
                deviceKey: try keySource.load(for: device, arena: arena),
                device: device
            )
        } catch let error as ProtectionError {
            switch error.code {
            // Whether what is there now may be removed is for the key source to say.
            case .deviceKeyMissing, .authenticationFailure: return nil
            default: throw error
            }
        }
    }

    private func isValid(
        _ mark: [UInt8],
        for device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws -> Bool {
        do { return try EraseMark.isValid(mark, for: device, secrets) } catch {
            throw ProtectionError(error, "the mark of an erase")
        }
    }
}
