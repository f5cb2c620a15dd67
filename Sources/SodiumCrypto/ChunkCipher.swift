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
        try run(
            chunks,
            firstIndex,
            plaintext,
            &output,
            keys,
            sealing: true
        )
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
        try run(chunks, firstIndex, sealed, &output, keys, sealing: false)
    }

    private func run(
        _ chunks: Int,
        _ firstIndex: UInt64,
        _ input: RawSpan,
        _ output: inout MutableRawSpan,
        _ keys: borrowing SecureBytes,
        sealing: Bool
    ) throws(CryptoError) {
        try input.withUnsafeBytes { (input) throws(CryptoError) in
            try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                var done = 0
                while done < chunks {
                    let batch = done..<min(chunks, done + Self.chunksPerLoan)
                    try runBatch(batch, firstIndex, input, output, keys, sealing: sealing)
                    done = batch.upperBound
                }
            }
        }
    }

    /// Works on the chunks of one loan.
    private func runBatch(
        _ batch: Range<Int>,
        _ firstIndex: UInt64,
        _ input: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer,
        _ keys: borrowing SecureBytes,
        sealing: Bool
    ) throws(CryptoError) {
        defer { StackResidue.wipe() }
        let inputStep = chunkByteCount + (sealing ? 0 : Self.tagByteCount)
        let outputStep = chunkByteCount + (sealing ? Self.tagByteCount : 0)
        try loan(keys) { (key, nonce) throws(CryptoError) in
            for chunk in batch {
                let start = chunk * inputStep
                try one(
                    key,
                    nonce,
                    index: firstIndex + UInt64(chunk),
                    from: input.octets + start,
                    count: min(inputStep, input.count - start),
                    to: output.octets + chunk * outputStep,
                    sealing: sealing
                )
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

    private func one(
        _ key: UnsafeRawPointer,
        _ baseNonce: UnsafeRawPointer,
        index: UInt64,
        from source: UnsafePointer<UInt8>,
        count: Int,
        to target: UnsafeMutablePointer<UInt8>,
        sealing: Bool
    ) throws(CryptoError) {
        let status = withUnsafeTemporaryAllocation(
            of: UInt8.self,
            capacity: Self.nonceByteCount
        ) { nonce in
            let base = UnsafeRawBufferPointer(start: baseNonce, count: Self.nonceByteCount)
            for byte in 0..<4 { nonce[byte] = base[byte] }
            for byte in 4..<12 {
                nonce[byte] =
                    base[byte] ^ UInt8(truncatingIfNeeded: index >> UInt64(8 * (11 - byte)))
            }
            return apply(
                key,
                UnsafeRawBufferPointer(nonce).octets,
                source,
                count,
                target,
                sealing
            )
        }
        guard status == 0 else { throw CryptoError(.authenticationFailure) }
    }

    private func apply(
        _ key: UnsafeRawPointer,
        _ nonce: UnsafePointer<UInt8>,
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        _ target: UnsafeMutablePointer<UInt8>,
        _ sealing: Bool
    ) -> Int32 {
        let bytes = key.assumingMemoryBound(to: UInt8.self)
        let schedule = key.assumingMemoryBound(to: crypto_aead_aes256gcm_state.self)
        let length = UInt64(count)
        return switch (suite, sealing) {
        case (.chacha20Poly1305, true):
            crypto_aead_chacha20poly1305_ietf_encrypt(
                target,
                nil,
                source,
                length,
                nil,
                0,
                nil,
                nonce,
                bytes
            )
        case (.chacha20Poly1305, false):
            crypto_aead_chacha20poly1305_ietf_decrypt(
                target,
                nil,
                nil,
                source,
                length,
                nil,
                0,
                nonce,
                bytes
            )
        case (.aes256GCM, true):
            crypto_aead_aes256gcm_encrypt_afternm(
                target,
                nil,
                source,
                length,
                nil,
                0,
                nil,
                nonce,
                schedule
            )
        case (.aes256GCM, false):
            crypto_aead_aes256gcm_decrypt_afternm(
                target,
                nil,
                nil,
                source,
                length,
                nil,
                0,
                nonce,
                schedule
            )
        }
    }
}
