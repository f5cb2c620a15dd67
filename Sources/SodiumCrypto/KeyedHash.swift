import CSodium

/// Keyed BLAKE2b (RFC 7693) as a message authentication code.
package enum KeyedHash {
    /// The code of `message`, 16 to 64 bytes long, under 16 to 64 bytes of `key`.
    ///
    /// - Throws: `CryptoError.secretWiped`; `invalidInput` for sizes outside the ranges.
    package static func code(
        of message: RawSpan,
        count: Int,
        key: borrowing SecureBytes,
        keyOffset: Int = 0,
        keyByteCount: Int = 32
    ) throws(CryptoError) -> [UInt8] {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard (16...64).contains(count), (16...64).contains(keyByteCount),
            keyOffset >= 0, keyOffset <= key.count - keyByteCount
        else { throw CryptoError(.invalidInput) }
        var code = [UInt8](repeating: 0, count: count)
        let status = try key.withUnsafeBytes { (key) throws(CryptoError) -> Int32 in
            message.withUnsafeBytes { message in
                crypto_generichash(
                    &code,
                    count,
                    message.octets,
                    UInt64(message.count),
                    key.octets + keyOffset,
                    keyByteCount
                )
            }
        }
        guard status == 0 else { throw CryptoError(.invalidInput) }
        return code
    }

    /// Whether `code` is the code of `message`, compared in constant time.
    ///
    /// - Throws: as ``code(of:count:key:keyOffset:keyByteCount:)``.
    package static func isValid(
        _ code: [UInt8],
        for message: RawSpan,
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) -> Bool {
        let expected = try Self.code(
            of: message,
            count: code.count,
            key: key,
            keyOffset: keyOffset
        )
        return ConstantTime.areEqual(expected, code)
    }
}
