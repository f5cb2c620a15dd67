import SodiumCrypto

/// A secret that several threads or an array can hold.
final class SharedSecret: Sendable {
    let secret: SecureBytes

    init(_ secret: consuming SecureBytes) {
        self.secret = secret
    }
}
