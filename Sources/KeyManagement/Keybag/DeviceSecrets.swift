import ProtectionModel
import SodiumCrypto

/// What is derived from the device key alone.
///
/// Each key is HKDF-Expand-SHA-512(device key, `"protection-toolkit device 1 "` || purpose ||
/// device id).
final class DeviceSecrets: Sendable {
    /// Wraps the volume key, class D and, without a passcode, the keybag key.
    let wrapping: SecureBytes
    /// Authenticates the keybag.
    let keybagCode: SecureBytes
    /// Authenticates the record of wrong passcodes.
    let attemptCode: SecureBytes
    /// Makes verifiers of wrong passcodes.
    let verifierCode: SecureBytes
    /// Authenticates the mark of an erase.
    let eraseCode: SecureBytes
    /// Authenticates the rules for the passcode.
    let rulesCode: SecureBytes
    /// Authenticates the note of NV indices.
    let indexCode: SecureBytes
    /// Guards the counter, and authenticates the file, of the pin against rollback.
    let rollback: SecureBytes
    /// Tangles the passcode with this device.
    let tangling: SecureBytes

    /// - Throws: `ProtectionError` with `internal-error` when there is no memory.
    init(deviceKey: borrowing SecureBytes, device: DeviceID) throws {
        do {
            wrapping = try Self.derive(deviceKey, "wrapping", device)
            keybagCode = try Self.derive(deviceKey, "keybag code", device)
            attemptCode = try Self.derive(deviceKey, "attempt code", device)
            verifierCode = try Self.derive(deviceKey, "verifier code", device)
            eraseCode = try Self.derive(deviceKey, "erase code", device)
            rulesCode = try Self.derive(deviceKey, "rules code", device)
            indexCode = try Self.derive(deviceKey, "index code", device)
            rollback = try Self.derive(deviceKey, "rollback", device)
            tangling = try Self.derive(deviceKey, "tangling", device)
        } catch { throw ProtectionError(error, "the device key") }
    }

    private static func derive(
        _ deviceKey: borrowing SecureBytes,
        _ purpose: String,
        _ device: DeviceID
    ) throws(CryptoError) -> SecureBytes {
        let key = try SecureBytes(count: 32, group: .device, arena: deviceKey.arena)
        let info = Array("protection-toolkit device 1 ".utf8) + Array(purpose.utf8) + device.bytes
        try HKDFSHA512.expand(deviceKey, info: info, into: key)
        return key
    }

    /// A 16-byte code by which the same wrong passcode is recognised.
    func verifier(ofStretched stretched: borrowing SecureBytes) throws(CryptoError) -> [UInt8] {
        // Extract keeps the stretched passcode inside locked memory; only 16 bytes of a one-way
        // function under the device key leave.
        let extracted = try extract(stretched, salt: verifierCode)
        return try HKDFSHA512.expandPublic(
            extracted,
            info: Array("verifier".utf8),
            count: AttemptRecord.verifierByteCount
        )
    }

    /// The key of a passcode's slot: Argon2id's output tangled with the device key.
    func passcodeKey(
        ofStretched stretched: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes {
        let extracted = try extract(stretched, salt: tangling)
        let key = try SecureBytes(count: 32, group: .transit, arena: stretched.arena)
        try HKDFSHA512.expand(extracted, info: Array("passcode key".utf8), into: key)
        return key
    }

    func extract(
        _ secret: borrowing SecureBytes,
        salt: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes {
        let extracted = try SecureBytes(
            count: HKDFSHA512.hashByteCount,
            group: .transit,
            arena: secret.arena
        )
        try HKDFSHA512.extract(salt: salt, secret: secret, into: extracted)
        return extracted
    }
}
