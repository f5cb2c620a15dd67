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
