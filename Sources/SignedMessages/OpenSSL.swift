import COpenSSL

/// OpenSSL's one-time start, and the errors that it keeps for each thread.
enum OpenSSL {
    /// True once the library has started, without its configuration file.
    ///
    /// What `OPENSSL_CONF` or the system names there is code to load and rules for what counts as
    /// valid; a signature must not depend on either.
    private static let isReady =
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

    /// Marks the thread's errors; each call is followed by one of ``end()``.
    ///
    /// - Throws: `SignedMessageError` when the library cannot start.
    static func begin() throws(SignedMessageError) {
        guard isReady else { throw SignedMessageError("OpenSSL cannot start") }
        ERR_set_mark()
    }

    /// Takes away the errors since ``begin()``, and leaves those of other users of the library.
    static func end() { ERR_pop_to_mark() }

    /// The bytes that `write` writes when it is given room, as OpenSSL's `i2d` functions do.
    static func encoding(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(SignedMessageError) -> [UInt8] {
        let count = write(nil)
        guard count > 0 else { throw .unreadable }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let written = bytes.withUnsafeMutableBufferPointer { bytes in
            var position = bytes.baseAddress
            return write(&position)
        }
        guard written == count else { throw .unreadable }
        return bytes
    }
}

/// Why a message or a certificate is refused, as a sentence about the file it came in.
package struct SignedMessageError: Error, Equatable {
    /// What is wrong with it.
    package let description: String

    init(_ description: String) { self.description = description }

    static let unreadable = SignedMessageError("its CMS message cannot be read")
    static let notSigned = SignedMessageError("it is a CMS message, but not a signed one")
}
