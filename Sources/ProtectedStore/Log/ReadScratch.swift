import SodiumCrypto

/// What a reader needs besides the result, used again from one read to the next.
struct ReadScratch: ~Copyable {
    /// Ciphertext as it comes from the file.
    var sealed = WipedBuffer(count: 0)
    /// Plaintext of chunks of which only a part was asked for.
    var opened = WipedBuffer(count: 0)
}
