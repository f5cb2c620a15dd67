import ProtectionModel
import SodiumCrypto

extension Keybag {
    /// Fresh keys for a new device.
    static func makeKeys(
        random: any RandomSource,
        arena: SecureArena
    ) throws(CryptoError) -> [Slot: SecretBox] {
        var keys: [Slot: SecretBox] = [:]
        for slot in Slot.allCases {
            let key = try SecureBytes(count: 32, group: slot.group, arena: arena) {
                random.fill(&$0)
            }
            keys[slot] = SecretBox(key)
        }
        return keys
    }

    /// Wraps a whole set of keys; content keys of files stay as they are.
    ///
    /// Without a passcode the device key alone wraps everything.
    static func seal(
        _ keys: [Slot: SecretBox],
        settings: DeviceSettings,
        device: DeviceID,
        salt: [UInt8],
        passcodeKey: SecretBox?,
        secrets: DeviceSecrets,
        random: any RandomSource
    ) throws(CryptoError) -> Keybag {
        guard let unlessOpen = keys[.completeUnlessOpen] else {
            throw CryptoError(.invalidInput)
        }
        var keybag = Keybag(
            deviceID: device,
            settings: settings,
            hasPasscode: passcodeKey != nil,
            salt: salt,
            unlessOpenPublicKey: try X25519.publicKey(of: unlessOpen.secret)
        )
        let unwrapped = keybag
        try keybag.wrapKeys { (slot) throws(CryptoError) in
            guard let key = keys[slot] else { throw CryptoError(.invalidInput) }
            return try unwrapped.wrap(
                key,
                slot,
                passcodeKey: passcodeKey,
                secrets: secrets,
                random: random
            )
        }
        try keybag.authenticate(secrets)
        return keybag
    }

    private func wrap(
        _ key: SecretBox,
        _ slot: Slot,
        passcodeKey: SecretBox?,
        secrets: DeviceSecrets,
        random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let nonce = random.bytes(XChaCha20Poly1305.nonceByteCount)
        var sealed = [UInt8](repeating: 0, count: 48)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        let data = binding(slot)
        if let passcodeKey, !slot.needsDeviceKeyOnly {
            try XChaCha20Poly1305.seal(
                key.secret,
                into: &output,
                nonce: nonce,
                authenticating: data,
                key: passcodeKey.secret
            )
        } else {
            try XChaCha20Poly1305.seal(
                key.secret,
                into: &output,
                nonce: nonce,
                authenticating: data,
                key: secrets.wrapping
            )
        }
        return nonce + sealed
    }

    /// Opens one key into its class's group, or into another one.
    ///
    /// - Throws: `CryptoError.authenticationFailure` under the wrong passcode key.
    func open(
        _ slot: Slot,
        passcodeKey: SecretBox?,
        secrets: DeviceSecrets,
        arena: SecureArena,
        group: SecretGroup? = nil
    ) throws(CryptoError) -> SecretBox {
        let bytes = wrapped[Int(slot.rawValue)]
        let nonce = Array(bytes[..<XChaCha20Poly1305.nonceByteCount])
        let sealed = Array(bytes[XChaCha20Poly1305.nonceByteCount...])
        let key = try SecureBytes(count: 32, group: group ?? slot.group, arena: arena)
        let data = binding(slot)
        if let passcodeKey, !slot.needsDeviceKeyOnly {
            try XChaCha20Poly1305.open(
                sealed.span.bytes,
                into: key,
                nonce: nonce,
                authenticating: data,
                key: passcodeKey.secret
            )
        } else {
            try XChaCha20Poly1305.open(
                sealed.span.bytes,
                into: key,
                nonce: nonce,
                authenticating: data,
                key: secrets.wrapping
            )
        }
        return SecretBox(key)
    }

    /// Opens the keys of every class among `slots`.
    ///
    /// Files made while locked are sealed to class B's public key, so one that does not belong to
    /// the private key would send them to its owner.
    ///
    /// - Throws: `CryptoError.authenticationFailure` under the wrong passcode key, and for such a
    ///   key.
    func openClasses(
        _ slots: [Slot] = Slot.allCases,
        passcodeKey: SecretBox?,
        secrets: DeviceSecrets,
        arena: SecureArena
    ) throws(CryptoError) -> [ProtectionClass: SecretBox] {
        var keys: [ProtectionClass: SecretBox] = [:]
        for slot in slots {
            guard let protection = slot.protection else { continue }
            keys[protection] = try open(
                slot,
                passcodeKey: passcodeKey,
                secrets: secrets,
                arena: arena
            )
        }
        if let unlessOpen = keys[.completeUnlessOpen],
            try X25519.publicKey(of: unlessOpen.secret) != unlessOpenPublicKey
        {
            throw CryptoError(.authenticationFailure)
        }
        return keys
    }
}

extension Keybag.Slot {
    /// With whom the opened key is discarded.
    var group: SecretGroup { protection.map(SecretGroup.classKeys) ?? .device }
}
