import CSodium

/// One HMAC computation (RFC 2104), in several parts.
package protocol HMACFunction: ~Copyable {
    /// Bytes of an output.
    static var outputByteCount: Int { get }

    init(key: UnsafeRawBufferPointer)
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    /// - Precondition: `output` has at least ``outputByteCount`` bytes.
    mutating func finish(into output: UnsafeMutableRawBufferPointer)
}

/// HMAC-SHA-512.
package struct HMACSHA512: HMACFunction, ~Copyable {
    package static var outputByteCount: Int { 64 }

    // The state holds the padded key, so it lives on the heap where it stays in one place and is
    // wiped, not in a value that moves.
    private let state: UnsafeMutablePointer<crypto_auth_hmacsha512_state>

    package init(key: UnsafeRawBufferPointer) {
        state = .allocate(capacity: 1)
        crypto_auth_hmacsha512_init(state, key.octets, key.count)
    }

    deinit {
        sodium_memzero(state, MemoryLayout<crypto_auth_hmacsha512_state>.size)
        state.deallocate()
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_auth_hmacsha512_update(state, bytes.octets, UInt64(bytes.count))
    }

    package mutating func finish(into output: UnsafeMutableRawBufferPointer) {
        precondition(output.count >= Self.outputByteCount)
        crypto_auth_hmacsha512_final(state, output.octets)
    }
}

/// HMAC-SHA-256.
package struct HMACSHA256: HMACFunction, ~Copyable {
    package static var outputByteCount: Int { 32 }

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>

    package init(key: UnsafeRawBufferPointer) {
        state = .allocate(capacity: 1)
        crypto_auth_hmacsha256_init(state, key.octets, key.count)
    }

    deinit {
        sodium_memzero(state, MemoryLayout<crypto_auth_hmacsha256_state>.size)
        state.deallocate()
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_auth_hmacsha256_update(state, bytes.octets, UInt64(bytes.count))
    }

    package mutating func finish(into output: UnsafeMutableRawBufferPointer) {
        precondition(output.count >= Self.outputByteCount)
        crypto_auth_hmacsha256_final(state, output.octets)
    }
}
