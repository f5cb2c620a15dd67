import SodiumCrypto

/// Plaintext on its way to the caller, wiped when the last owner lets go.
package final class SecretContent: Sendable {
    private let buffer: WipedBuffer

    /// Takes over the buffer.
    init(_ buffer: consuming WipedBuffer) {
        self.buffer = buffer
    }

    /// Length in bytes.
    package var count: Int { buffer.count }

    /// Lends the bytes.
    ///
    /// - Throws: what `body` throws.
    package func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try buffer.withBytes(0..<buffer.count, body)
    }

    /// A copy that nobody wipes: for callers who own their plaintext.
    package var bytes: [UInt8] {
        withBytes { $0.array }
    }
}
