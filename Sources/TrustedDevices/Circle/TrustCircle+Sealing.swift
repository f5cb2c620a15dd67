import KeyManagement
package import ProtectionModel
package import SodiumCrypto

/// What one device of the circle has for another alone, sealed by HPKE (RFC 9180) in mode auth: to a key of the other's, from
/// the session key of this one.
///
/// The other has a key while it is unlocked, to which messages are sealed, and one from its first unlock on, with which it
/// has sessions: for keys the class says which of both is meant.
///
/// Its bytes are the encapsulated key (32) and the ciphertext with its tag (16).
extension TrustCircle {
    /// A sealed message is this much longer.
    package static let sealingByteCount = HPKE.publicKeyByteCount + HPKE.tagByteCount

    /// Seals a message to a device that opens it only while it is unlocked.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock; `not-found` without a
    ///   circle.
    package func seal(
        _ message: RawSpan,
        to device: TrustedDevice,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        let key = try secret(.session)
        do throws(CryptoError) {
            var sender = try HPKE.Sender(
                to: device.unlockedKey,
                info: info,
                from: key.secret,
                random: keys.random
            )
            var sealed = [UInt8](repeating: 0, count: message.byteCount + HPKE.tagByteCount)
            var span = sealed.mutableSpan
            var output = span.mutableBytes
            try sender.seal(message, authenticating: data, into: &output)
            return sender.encapsulatedKey + sealed
        } catch { throw ProtectionError(session: error) }
    }

    /// Opens what a device has sealed to this one.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` while this device is locked;
    ///   `authentication-failure`, whatever is wrong with it.
    package func open(
        _ sealed: [UInt8],
        from device: TrustedDevice,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> WipedBuffer {
        guard sealed.count >= Self.sealingByteCount else { throw .brokenSession }
        let key = try secret(.unlocked)
        do throws(CryptoError) {
            var recipient = try HPKE.Recipient(
                Array(sealed.prefix(HPKE.publicKeyByteCount)),
                privateKey: key.secret,
                info: info,
                from: device.sessionKey
            )
            var message = WipedBuffer(count: sealed.count - Self.sealingByteCount)
            let ciphertext = sealed.span.bytes.extracting(HPKE.publicKeyByteCount..<sealed.count)
            try message.withMutableBytes(0..<message.count) { (output) throws(CryptoError) in
                try recipient.open(ciphertext, authenticating: data, into: &output)
            }
            return message
        } catch { throw ProtectionError(session: error) }
    }

    /// Seals a key, which stays in locked memory, as the other call does a message.
    package func seal(
        _ secret: borrowing SecureBytes,
        to device: TrustedDevice,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        let own = try self.secret(.session)
        do throws(CryptoError) {
            var sender = try HPKE.Sender(
                to: protection == .complete ? device.unlockedKey : device.sessionKey,
                info: info,
                from: own.secret,
                random: keys.random
            )
            var sealed = [UInt8](repeating: 0, count: secret.count + HPKE.tagByteCount)
            var span = sealed.mutableSpan
            var output = span.mutableBytes
            try secret.withBytes { (secret) throws(CryptoError) in
                try sender.seal(secret, authenticating: data, into: &output)
            }
            return sender.encapsulatedKey + sealed
        } catch { throw ProtectionError(session: error) }
    }

    /// Opens a key into the group of its class, as the other call does a message.
    package func openKey(
        _ sealed: [UInt8],
        from device: TrustedDevice,
        as protection: ProtectionClass,
        info: [UInt8],
        authenticating data: [UInt8]
    ) throws(ProtectionError) -> SecureBytes {
        guard sealed.count > Self.sealingByteCount else { throw .brokenSession }
        let own = try secret(protection == .complete ? .unlocked : .session)
        do throws(CryptoError) {
            var recipient = try HPKE.Recipient(
                Array(sealed.prefix(HPKE.publicKeyByteCount)),
                privateKey: own.secret,
                info: info,
                from: device.sessionKey
            )
            let ciphertext = sealed.span.bytes.extracting(HPKE.publicKeyByteCount..<sealed.count)
            return try SecureBytes(
                count: sealed.count - Self.sealingByteCount,
                group: .fileKeys(protection),
                arena: keys.arena
            ) { (output) throws(CryptoError) in
                try recipient.open(ciphertext, authenticating: data, into: &output)
            }
        } catch { throw ProtectionError(session: error) }
    }
}
