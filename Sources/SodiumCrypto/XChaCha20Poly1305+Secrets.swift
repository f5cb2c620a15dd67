extension XChaCha20Poly1305 {
    /// Seals a secret without it ever leaving locked memory in the clear.
    ///
    /// - Throws: as for spans.
    package static func seal(
        _ secret: borrowing SecureBytes,
        into output: inout MutableRawSpan,
        nonce: [UInt8],
        authenticating data: [UInt8],
        key: borrowing SecureBytes
    ) throws(CryptoError) {
        try secret.withUnsafeBytes { (secret) throws(CryptoError) in
            try seal(
                RawSpan(_unsafeBytes: secret),
                into: &output,
                nonce: nonce,
                authenticating: data,
                key: key
            )
        }
    }

    /// Opens a sealed secret straight into locked memory.
    ///
    /// - Throws: as for spans.
    package static func open(
        _ sealed: RawSpan,
        into secret: borrowing SecureBytes,
        nonce: [UInt8],
        authenticating data: [UInt8],
        key: borrowing SecureBytes
    ) throws(CryptoError) {
        try secret.withUnsafeMutableBytes { (secret) throws(CryptoError) in
            var span = MutableRawSpan(_unsafeBytes: secret)
            try open(
                sealed,
                into: &span,
                nonce: nonce,
                authenticating: data,
                key: key
            )
        }
    }
}
