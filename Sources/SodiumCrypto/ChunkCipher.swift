import CSodium

/// Seals and opens runs of equal chunks, each under `base nonce XOR index`.
///
/// The shape is C2SP's chunked encryption: everything fixed for a file is bound in the derivation
/// of key and nonce, the position is in the nonce, and the last chunk is always shorter than the
/// chunk size (it may be empty), so no truncation at a chunk border is a valid file. Associated
/// data stays empty. A chunk is sealed at most once per key; the caller guarantees that.
package struct ChunkCipher: Sendable {
    /// 16 bytes a chunk.
    package static let tagByteCount = 16
    /// Bytes of base nonce.
    package static let nonceByteCount = 12
    /// How many chunks are worked on per loan of the key.
    package static let chunksPerLoan = 64

    private static let keyByteCount = 32

    /// The cipher.
    package let suite: ChunkCipherSuite
    /// Plaintext bytes of a whole chunk.
    package let chunkByteCount: Int
    /// Where the 32-byte key starts in the key material.
    package let keyOffset: Int
    /// Where the 12-byte base nonce starts in the key material.
    package let nonceOffset: Int

    /// Describes where key and nonce stand in the material handed to each call.
    ///
    /// - Throws: `CryptoError.cipherUnavailable` when this processor lacks the suite; `invalidInput`
    ///   for a chunk of less than one byte or an offset below zero.
    package init(
        suite: ChunkCipherSuite,
        chunkByteCount: Int,
        keyOffset: Int,
        nonceOffset: Int
    ) throws(CryptoError) {
        try Sodium.start()
        guard suite.isAvailable else { throw CryptoError(.cipherUnavailable) }
        guard chunkByteCount > 0, keyOffset >= 0, nonceOffset >= 0 else {
            throw CryptoError(.invalidInput)
        }
        self.suite = suite
        self.chunkByteCount = chunkByteCount
        self.keyOffset = keyOffset
        self.nonceOffset = nonceOffset
    }

    /// Bytes that `plaintext` bytes take when sealed as the whole or the end of a file.
    package func sealedByteCount(of plaintext: UInt64) -> UInt64 {
        plaintext + (plaintext / UInt64(chunkByteCount) + 1) * UInt64(Self.tagByteCount)
    }

    /// Seals a run of chunks that starts at chunk `firstIndex`.
    ///
    /// The plaintext is whole chunks and, with `isLast`, then the short last one; the output is
    /// exactly the plaintext and a tag for each chunk.
    ///
    /// - Throws: `CryptoError.secretWiped`, `invalidInput`.
    package func seal(
        _ plaintext: RawSpan,
        firstIndex: UInt64,
        isLast: Bool,
        into output: inout MutableRawSpan,
        keys: borrowing SecureBytes
    ) throws(CryptoError) {
        let chunks = plaintext.byteCount / chunkByteCount + (isLast ? 1 : 0)
        guard isLast || plaintext.byteCount % chunkByteCount == 0,
            output.byteCount == plaintext.byteCount + chunks * Self.tagByteCount
        else { throw CryptoError(.invalidInput) }
        try run(.sealing, chunks, from: firstIndex, plaintext, into: &output, keys: keys)
    }

    /// Opens a run of sealed chunks that starts at chunk `firstIndex`.
    ///
    /// The input is whole sealed chunks and, with `isLast`, then the short last one; the output is
    /// exactly the input without the tags. When a chunk does not authenticate, the output holds the
    /// chunks before it, all genuine, and zeros in its place; the rest is as it was.
    ///
    /// - Throws: `CryptoError.authenticationFailure`, `secretWiped`, `invalidInput`.
    package func open(
        _ sealed: RawSpan,
        firstIndex: UInt64,
        isLast: Bool,
        into output: inout MutableRawSpan,
        keys: borrowing SecureBytes
    ) throws(CryptoError) {
        let step = chunkByteCount + Self.tagByteCount
        let chunks = sealed.byteCount / step + (isLast ? 1 : 0)
        let rest = sealed.byteCount % step
        guard isLast ? rest >= Self.tagByteCount : rest == 0 else {
            throw CryptoError(.authenticationFailure)
        }
        guard output.byteCount == sealed.byteCount - chunks * Self.tagByteCount else {
            throw CryptoError(.invalidInput)
        }
        try run(.opening, chunks, from: firstIndex, sealed, into: &output, keys: keys)
    }

    private enum Direction { case sealing, opening }

    /// A run of chunks in memory.
    private struct Run {
        let direction: Direction
        let firstIndex: UInt64
        let input: UnsafeRawBufferPointer
        let output: UnsafeMutableRawBufferPointer
    }

    /// One chunk of a run.
    private struct Chunk {
        let source: UnsafePointer<UInt8>
        let count: UInt64
        let target: UnsafeMutablePointer<UInt8>
    }

    private func run(
        _ direction: Direction,
        _ chunks: Int,
        from firstIndex: UInt64,
        _ input: RawSpan,
        into output: inout MutableRawSpan,
        keys: borrowing SecureBytes
    ) throws(CryptoError) {
        try input.withUnsafeBytes { (input) throws(CryptoError) in
            try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                let run = Run(
                    direction: direction,
                    firstIndex: firstIndex,
                    input: input,
                    output: output
                )
                var done = 0
                while done < chunks {
                    let batch = done..<min(chunks, done + Self.chunksPerLoan)
                    try work(on: batch, of: run, keys)
                    done = batch.upperBound
                }
            }
        }
    }

    /// Works on the chunks of one loan.
    private func work(
        on batch: Range<Int>,
        of run: Run,
        _ keys: borrowing SecureBytes
    ) throws(CryptoError) {
        defer { StackResidue.wipe() }
        let isSealing = run.direction == .sealing
        let inputStep = chunkByteCount + (isSealing ? 0 : Self.tagByteCount)
        let outputStep = chunkByteCount + (isSealing ? Self.tagByteCount : 0)
        try loan(keys) { (key, nonce) throws(CryptoError) in
            for index in batch {
                let start = index * inputStep
                let chunk = Chunk(
                    source: run.input.octets + start,
                    count: UInt64(min(inputStep, run.input.count - start)),
                    target: run.output.octets + index * outputStep
                )
                let status = Self.withNonce(nonce, at: run.firstIndex + UInt64(index)) { nonce in
                    switch run.direction {
                    case .sealing: seal(chunk, key: key, nonce: nonce)
                    case .opening: open(chunk, key: key, nonce: nonce)
                    }
                }
                guard status == 0 else { throw CryptoError(.authenticationFailure) }
            }
        }
    }

    /// Lends the key in the form the suite works with: raw, or expanded for AES.
    private func loan(
        _ keys: borrowing SecureBytes,
        _ body: (UnsafeRawPointer, UnsafeRawPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        guard keyOffset <= keys.count - Self.keyByteCount,
            nonceOffset <= keys.count - Self.nonceByteCount
        else { throw CryptoError(.invalidInput) }
        switch suite {
        case .chacha20Poly1305:
            try keys.withUnsafeBytes { (bytes) throws(CryptoError) in
                let base = UnsafeRawPointer(bytes.octets)
                try body(base + keyOffset, base + nonceOffset)
            }
        case .aes256GCM:
            let schedule = try SecureBytes(
                count: crypto_aead_aes256gcm_statebytes(),
                group: keys.group,
                arena: keys.arena
            )
            try keys.withUnsafeBytes { (bytes) throws(CryptoError) in
                let base = UnsafeRawPointer(bytes.octets)
                try schedule.withUnsafeMutableBytes { (state) throws(CryptoError) in
                    let address = UnsafeMutableRawPointer(state.octets)
                    crypto_aead_aes256gcm_beforenm(
                        address.assumingMemoryBound(to: crypto_aead_aes256gcm_state.self),
                        (base + keyOffset).assumingMemoryBound(to: UInt8.self)
                    )
                    try body(UnsafeRawPointer(address), base + nonceOffset)
                }
            }
        }
    }

    /// Lends the nonce of a chunk: the base nonce XOR the chunk's index, big-endian.
    private static func withNonce(
        _ base: UnsafeRawPointer,
        at index: UInt64,
        _ body: (UnsafePointer<UInt8>) -> Int32
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: nonceByteCount) { nonce in
            let base = UnsafeRawBufferPointer(start: base, count: nonceByteCount)
            for byte in 0..<4 { nonce[byte] = base[byte] }
            for byte in 4..<12 {
                nonce[byte] =
                    base[byte] ^ UInt8(truncatingIfNeeded: index >> UInt64(8 * (11 - byte)))
            }
            return body(UnsafeRawBufferPointer(nonce).octets)
        }
    }

    private func seal(_ chunk: Chunk, key: UnsafeRawPointer, nonce: UnsafePointer<UInt8>) -> Int32 {
        switch suite {
        case .chacha20Poly1305:
            crypto_aead_chacha20poly1305_ietf_encrypt(
                chunk.target,
                nil,
                chunk.source,
                chunk.count,
                nil,
                0,
                nil,
                nonce,
                key.assumingMemoryBound(to: UInt8.self)
            )
        case .aes256GCM:
            crypto_aead_aes256gcm_encrypt_afternm(
                chunk.target,
                nil,
                chunk.source,
                chunk.count,
                nil,
                0,
                nil,
                nonce,
                key.assumingMemoryBound(to: crypto_aead_aes256gcm_state.self)
            )
        }
    }

    private func open(_ chunk: Chunk, key: UnsafeRawPointer, nonce: UnsafePointer<UInt8>) -> Int32 {
        switch suite {
        case .chacha20Poly1305:
            crypto_aead_chacha20poly1305_ietf_decrypt(
                chunk.target,
                nil,
                nil,
                chunk.source,
                chunk.count,
                nil,
                0,
                nonce,
                key.assumingMemoryBound(to: UInt8.self)
            )
        case .aes256GCM:
            crypto_aead_aes256gcm_decrypt_afternm(
                chunk.target,
                nil,
                nil,
                chunk.source,
                chunk.count,
                nil,
                0,
                nonce,
                key.assumingMemoryBound(to: crypto_aead_aes256gcm_state.self)
            )
        }
    }
}

/// The ciphers a sealed base may use; the numbers stand in the file format.
package enum ChunkCipherSuite: UInt8, Sendable, CaseIterable {
    /// ChaCha20-Poly1305 (RFC 8439): fast everywhere.
    case chacha20Poly1305 = 1
    /// AES-256-GCM: only with hardware support, chosen when a device is made.
    case aes256GCM = 2

    /// Whether this processor and libsodium can run it.
    package var isAvailable: Bool {
        switch self {
        case .chacha20Poly1305: Sodium.isReady
        case .aes256GCM: Sodium.isReady && crypto_aead_aes256gcm_is_available() == 1
        }
    }
}
