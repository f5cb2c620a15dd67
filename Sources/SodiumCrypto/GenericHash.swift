import CSodium

/// Unkeyed BLAKE2b (RFC 7693): a hash that anyone can compute, for binding and naming; it does not
/// prove who wrote something.
package enum GenericHash {
    /// The sizes of a hash, in bytes (`crypto_generichash_BYTES_MIN` and `_MAX`).
    package static let sizes = 16...64

    /// The hash of `message`; 32 bytes are BLAKE2b-256.
    ///
    /// Nothing secret goes in here: what passes through is not wiped.
    ///
    /// - Precondition: `count` is one of ``sizes``, and libsodium could start.
    package static func hash(of message: [UInt8], count: Int = 32) -> [UInt8] {
        precondition(sizes.contains(count), "a hash has 16 to 64 bytes")
        precondition(Sodium.isReady, "libsodium could not start")
        var hash = [UInt8](repeating: 0, count: count)
        let status = crypto_generichash(&hash, count, message, UInt64(message.count), nil, 0)
        precondition(status == 0, "BLAKE2b refused sizes that it takes")
        return hash
    }

    /// The hash of a message that comes in parts.
    package struct Parts: ~Copyable {
        // Swift does not see the aligned type of C's.
        private let memory: UnsafeMutableRawPointer
        private var state: OpaquePointer { OpaquePointer(memory) }
        private let count: Int

        /// Begins with no part.
        ///
        /// - Precondition: `count` is one of ``sizes``, and libsodium could start.
        package init(count: Int = 32) {
            precondition(sizes.contains(count), "a hash has 16 to 64 bytes")
            precondition(Sodium.isReady, "libsodium could not start")
            self.count = count
            memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
            crypto_generichash_init(state, nil, 0, count)
        }

        deinit { memory.deallocate() }

        /// Takes the next part.
        package mutating func update(_ part: [UInt8]) {
            crypto_generichash_update(state, part, UInt64(part.count))
        }

        /// The hash of all parts; nothing is taken afterwards.
        package mutating func finish() -> [UInt8] {
            var hash = [UInt8](repeating: 0, count: count)
            crypto_generichash_final(state, &hash, count)
            return hash
        }
    }
}
