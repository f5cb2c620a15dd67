import ProtectionModel
import SodiumCrypto

extension KeySlot {
    /// Wraps the keybag key under the key that the slot's secret leads to.
    mutating func wrap(
        _ keybagKey: SecretBox,
        under key: borrowing SecureBytes,
        device: DeviceID,
        random: any RandomSource
    ) throws(CryptoError) {
        wrapped = try BoundWrap.seal(
            keybagKey.secret,
            under: key,
            boundTo: binding(device),
            nonce: random.bytes(XChaCha20Poly1305.nonceByteCount)
        )
    }

    /// Wraps the keybag key under a passcode that was stretched with the slot's salt and cost.
    mutating func wrap(
        _ keybagKey: SecretBox,
        underStretched stretched: borrowing SecureBytes,
        _ secrets: DeviceSecrets,
        device: DeviceID,
        random: any RandomSource
    ) throws(CryptoError) {
        let key = try secrets.passcodeKey(ofStretched: stretched)
        try wrap(keybagKey, under: key, device: device, random: random)
    }

    /// The keybag key, which is not trusted before the whole keybag was checked under it.
    ///
    /// - Throws: `CryptoError.authenticationFailure` under a wrong key.
    func unwrap(
        under key: borrowing SecureBytes,
        device: DeviceID,
        arena: SecureArena
    ) throws(CryptoError) -> SecretBox {
        try BoundWrap.open(
            wrapped,
            under: key,
            boundTo: binding(device),
            group: .transit,
            arena: arena
        )
    }

    private func binding(_ device: DeviceID) -> [UInt8] {
        Array("protection-toolkit slot 1".utf8) + device.bytes + header
    }

    /// The wrapping key of a secret that nobody can guess: a recovery key, or a key file.
    ///
    /// The device key has no part in it, so such a secret opens the device also when that is lost.
    func key(of secret: borrowing SecureBytes, device: DeviceID) throws(CryptoError) -> SecretBox {
        let arena = secret.arena
        let count = HKDFSHA512.hashByteCount
        let padded = try SecureBytes(count: count, group: .transit, arena: arena) { span in
            span.storeBytes(salt + [UInt8](repeating: 0, count: count - salt.count))
        }
        let extracted = try SecureBytes(count: count, group: .transit, arena: arena)
        try HKDFSHA512.extract(salt: padded, secret: secret, into: extracted)
        let key = try SecureBytes(count: 32, group: .transit, arena: arena)
        let info = Array("protection-toolkit key 1".utf8) + [kind.rawValue] + device.bytes
        try HKDFSHA512.expand(extracted, info: info, into: key)
        return SecretBox(key)
    }
}
