import CSodium

/// The library's one-time start.
enum Sodium {
    /// True once `sodium_init` succeeded; evaluated once, before the first primitive runs.
    ///
    /// The function picks the fastest implementations for this processor, so it must come first
    /// (libsodium documentation, "Usage").
    static let isReady: Bool = sodium_init() >= 0

    /// - Throws: `CryptoError.cipherUnavailable` when the library could not start.
    static func start() throws(CryptoError) {
        guard isReady else { throw CryptoError(.cipherUnavailable) }
    }
}
