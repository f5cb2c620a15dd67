import CSodium

/// A message that is cut into chunks, so that a part of it can be opened alone.
///
/// Each chunk is sealed by itself: its nonce is the message's, with the last eight bytes XORed with
/// the chunk's index, big-endian; all have the message's associated data. A message's nonce is used
/// for it alone, so a chunk fits nowhere else. How long the message is must be told by the
/// associated data, or by what vouches for it.
extension XChaCha20Poly1305 {
    /// Bytes of a sealed message; an empty one is one tag.
    package static func sealedByteCount(of byteCount: Int, chunkByteCount: Int) -> Int {
        let chunks = max(1, (byteCount + chunkByteCount - 1) / chunkByteCount)
        return byteCount + chunks * tagByteCount
    }

    /// Seals a whole message: each chunk's ciphertext, then its tag.
    ///
    /// - Throws: `CryptoError.secretWiped`; `invalidInput` when a length is off.
    package static func sealChunks(
        _ plaintext: RawSpan,
        of chunkByteCount: Int,
        into output: inout MutableRawSpan,
        nonce: [UInt8],
        authenticating data: [UInt8],
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) {
        guard chunkByteCount > 0,
            output.byteCount
                == sealedByteCount(of: plaintext.byteCount, chunkByteCount: chunkByteCount)
        else { throw CryptoError(.invalidInput) }
        try forEachChunk(
            of: plaintext,
            (from: chunkByteCount, to: chunkByteCount + tagByteCount),
            first: 0,
            into: &output,
            nonce: nonce,
            key: key,
            keyOffset: keyOffset
        ) { source, target, nonce, key in
            crypto_aead_xchacha20poly1305_ietf_encrypt(
                target.octets,
                nil,
                source.octets,
                UInt64(source.count),
                data,
                UInt64(data.count),
                nil,
                nonce,
                key
            )
        }
    }

    /// Opens neighbouring chunks of a message, of which `first` is the index of the first one.
    ///
    /// - Throws: `CryptoError.authenticationFailure` (the output then holds the chunks before the one
    ///   that failed, and zeros in its place), `secretWiped`, or `invalidInput` when a length is off.
    package static func openChunks(
        _ sealed: RawSpan,
        of chunkByteCount: Int,
        first: Int,
        into output: inout MutableRawSpan,
        nonce: [UInt8],
        authenticating data: [UInt8],
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) {
        guard chunkByteCount > 0, first >= 0 else { throw CryptoError(.invalidInput) }
        let steps = (from: chunkByteCount + tagByteCount, to: chunkByteCount)
        guard let byteCount = openedByteCount(of: sealed.byteCount, steps.from) else {
            throw CryptoError(.authenticationFailure)
        }
        guard output.byteCount == byteCount else { throw CryptoError(.invalidInput) }
        try forEachChunk(
            of: sealed,
            steps,
            first: first,
            into: &output,
            nonce: nonce,
            key: key,
            keyOffset: keyOffset
        ) { source, target, nonce, key in
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                target.octets,
                nil,
                nil,
                source.octets,
                UInt64(source.count),
                data,
                UInt64(data.count),
                nonce,
                key
            )
        }
    }

    /// Bytes that sealed chunks hold; nil where the last one is shorter than a tag.
    private static func openedByteCount(of sealed: Int, _ step: Int) -> Int? {
        let chunks = max(1, (sealed + step - 1) / step)
        return sealed - (chunks - 1) * step >= tagByteCount ? sealed - chunks * tagByteCount : nil
    }

    /// Hands each piece of the input to `body` with its place in the output, until one fails.
    private static func forEachChunk(
        of input: RawSpan,
        _ step: (from: Int, to: Int),
        first: Int,
        into output: inout MutableRawSpan,
        nonce: [UInt8],
        key: borrowing SecureBytes,
        keyOffset: Int,
        _ body: (
            UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer, [UInt8], UnsafePointer<UInt8>
        ) -> Int32
    ) throws(CryptoError) {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard nonce.count == nonceByteCount, keyOffset >= 0,
            keyOffset <= key.count - keyByteCount
        else { throw CryptoError(.invalidInput) }
        let chunks = max(1, (input.byteCount + step.from - 1) / step.from)
        let status = try key.withUnsafeBytes { (key) throws(CryptoError) -> Int32 in
            input.withUnsafeBytes { input in
                output.withUnsafeMutableBytes { output in
                    for chunk in 0..<chunks {
                        let from = chunk * step.from..<min((chunk + 1) * step.from, input.count)
                        let start = chunk * step.to
                        let to = start..<min(start + step.to, output.count)
                        let status = body(
                            UnsafeRawBufferPointer(rebasing: input[from]),
                            UnsafeMutableRawBufferPointer(rebasing: output[to]),
                            Self.nonce(nonce, ofChunk: first + chunk),
                            key.octets + keyOffset
                        )
                        guard status == 0 else { return status }
                    }
                    return 0
                }
            }
        }
        guard status == 0 else { throw CryptoError(.authenticationFailure) }
    }

    private static func nonce(_ nonce: [UInt8], ofChunk index: Int) -> [UInt8] {
        guard index > 0 else { return nonce }
        var nonce = nonce
        var rest = UInt64(index)
        for place in (16..<nonceByteCount).reversed() where rest > 0 {
            nonce[place] ^= UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
        return nonce
    }
}
