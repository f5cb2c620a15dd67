import CSodium

/// One HMAC-SHA-512 computation (RFC 2104), in several parts.
struct HMACSHA512: ~Copyable {
    // The state holds the padded key, so it lives on the heap where it stays in one place and is
    // wiped, not in a value that moves.
    private let state: UnsafeMutablePointer<crypto_auth_hmacsha512_state>

    init(key: UnsafeRawBufferPointer) {
        state = .allocate(capacity: 1)
        crypto_auth_hmacsha512_init(
            state,
            key.octets,
            key.count
        )
    }

    deinit {
        sodium_memzero(state, MemoryLayout<crypto_auth_hmacsha512_state>.size)
        state.deallocate()
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_auth_hmacsha512_update(
            state,
            bytes.octets,
            UInt64(bytes.count)
        )
    }

    /// - Precondition: `output` has at least 64 bytes.
    mutating func finish(into output: UnsafeMutableRawBufferPointer) {
        precondition(output.count >= HKDFSHA512.hashByteCount)
        crypto_auth_hmacsha512_final(state, output.octets)
    }
}
