import CSodium

/// Base 64 with the URL and filename safe alphabet, without padding (RFC 4648, section 5).
package enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    /// The text for these bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        let room = sodium_base64_encoded_len(bytes.count, variant)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { text in
            guard let start = text.baseAddress,
                sodium_bin2base64(start, room, bytes, bytes.count, variant) != nil
            else { return "" }
            return String(cString: start)
        }
    }

    /// The bytes of a text; nil for anything that ``encode(_:)`` would not write.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var count = 0
        let status = characters.withUnsafeBytes { source in
            sodium_base642bin(
                &bytes,
                bytes.count,
                source.bindMemory(to: CChar.self).baseAddress,
                source.count,
                nil,
                &count,
                nil,
                variant
            )
        }
        guard status == 0 else { return nil }
        return Array(bytes[..<count])
    }
}

/// Secrets as text, in locked memory both.
extension Base64URL {
    /// A line of text for a secret.
    ///
    /// - Throws: `CryptoError.secretWiped`, `outOfMemory`; `invalidInput` for one that is too long.
    package static func line(
        for secret: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes {
        // The room for the zero at its end is the line feed's.
        let count = sodium_base64_encoded_len(secret.count, variant)
        let line = try SecureBytes(count: count, group: secret.group, arena: secret.arena)
        defer { StackResidue.wipe() }
        try line.withUnsafeMutableBytes { (text) throws(CryptoError) in
            try secret.withUnsafeBytes { (bytes) throws(CryptoError) in
                guard let start = text.bindMemory(to: CChar.self).baseAddress else { return }
                _ = sodium_bin2base64(
                    start,
                    text.count,
                    bytes.octets,
                    bytes.count,
                    variant
                )
            }
            text[text.count - 1] = UInt8(ascii: "\n")
        }
        return line
    }

    /// The secret of `byteCount` bytes in the first `count` bytes of a text, which may end with a line feed.
    ///
    /// - Throws: `CryptoError.invalidInput` for anything that ``line(for:)`` would not write; `secretWiped`,
    ///   `outOfMemory`.
    package static func secret(
        _ byteCount: Int,
        inLine text: borrowing SecureBytes,
        count: Int
    ) throws(CryptoError) -> SecureBytes {
        let secret = try SecureBytes(count: byteCount, group: text.group, arena: text.arena)
        defer { StackResidue.wipe() }
        let isWhole = try text.withUnsafeBytes { (text) throws(CryptoError) in
            let end = count > 0 && text[count - 1] == UInt8(ascii: "\n") ? count - 1 : count
            return try secret.withUnsafeMutableBytes { (bytes) throws(CryptoError) in
                var decoded = 0
                let status = sodium_base642bin(
                    bytes.octets,
                    bytes.count,
                    text.bindMemory(to: CChar.self).baseAddress,
                    end,
                    nil,
                    &decoded,
                    nil,
                    variant
                )
                return status == 0 && decoded == byteCount
            }
        }
        guard isWhole else { throw CryptoError(.invalidInput) }
        return secret
    }
}
