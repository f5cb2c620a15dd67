package import SodiumCrypto

/// Keeps a noncopyable secret where arrays and dictionaries need a reference.
package final class SecretBox: Sendable {
    package let secret: SecureBytes

    /// Takes over the secret.
    package init(_ secret: consuming SecureBytes) {
        self.secret = secret
    }
}
