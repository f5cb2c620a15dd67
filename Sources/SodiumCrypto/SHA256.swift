import CSodium

/// SHA-256 (FIPS 180-4) of what is public: policies and names of TPM objects are built of it.
package enum SHA256 {
    /// The length of a hash in bytes.
    package static let byteCount = 32

    /// The hash of `bytes`.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: byteCount)
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }
}
