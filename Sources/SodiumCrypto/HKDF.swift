import CSodium

/// HKDF with SHA-512.
package typealias HKDFSHA512 = HKDF<HMACSHA512>
/// HKDF with SHA-256.
package typealias HKDFSHA256 = HKDF<HMACSHA256>

/// HKDF (RFC 5869), built from libsodium's HMAC.
///
/// libsodium has its own HKDF only from 1.0.19 on.
package enum HKDF<MAC: HMACFunction & ~Copyable> {
    /// The length of a hash in bytes.
    package static var hashByteCount: Int { MAC.outputByteCount }

    /// HKDF-Extract: a pseudorandom key from a secret and a salt.
    ///
    /// - Throws: `CryptoError.secretWiped`; `invalidInput` unless `output` is as long as a hash.
    package static func extract(
        salt: borrowing SecureBytes,
        secret: borrowing SecureBytes,
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        guard output.count == hashByteCount else { throw CryptoError(.invalidInput) }
        try salt.withUnsafeBytes { (salt) throws(CryptoError) in
            try secret.withUnsafeBytes { (secret) throws(CryptoError) in
                try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                    extract(salt: salt, [], secret, into: output)
                }
            }
        }
    }

    /// HKDF-Extract of a secret that public bytes stand before.
    static func extract(
        salt: UnsafeRawBufferPointer,
        _ prefix: [UInt8],
        _ secret: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        defer { StackResidue.wipe() }
        var mac = MAC(key: salt)
        prefix.withUnsafeBytes { mac.update($0) }
        mac.update(secret)
        mac.finish(into: output)
    }

    /// HKDF-Expand: `output.count` bytes of key material bound to `info`.
    ///
    /// The key is a uniformly random secret, or the output of an extract.
    /// - Throws: `CryptoError.secretWiped`.
    package static func expand(
        _ key: borrowing SecureBytes,
        info: [UInt8],
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                expand(key, info: info, into: output)
            }
        }
    }

    /// HKDF-Expand that derives public values, such as a commitment, from a secret.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    package static func expandPublic(
        _ key: borrowing SecureBytes,
        info: [UInt8],
        count: Int
    ) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            bytes.withUnsafeMutableBytes { expand(key, info: info, into: $0) }
        }
        return bytes
    }

    private static func expand(
        _ key: UnsafeRawBufferPointer,
        info: [UInt8],
        into output: UnsafeMutableRawBufferPointer
    ) {
        defer { StackResidue.wipe() }
        precondition(output.count <= 255 * hashByteCount, "RFC 5869 allows 255 blocks")
        withUnsafeTemporaryAllocation(byteCount: hashByteCount, alignment: 8) { block in
            defer { sodium_memzero(block.baseAddress, block.count) }
            var written = 0
            var counter: UInt8 = 1
            while written < output.count {
                var mac = MAC(key: key)
                if counter > 1 { mac.update(UnsafeRawBufferPointer(block)) }
                info.withUnsafeBytes { mac.update($0) }
                withUnsafeBytes(of: counter) { mac.update($0) }
                mac.finish(into: block)
                let part = min(hashByteCount, output.count - written)
                UnsafeMutableRawBufferPointer(rebasing: output[written..<written + part])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[0..<part]))
                written += part
                counter &+= 1
            }
        }
    }
}
