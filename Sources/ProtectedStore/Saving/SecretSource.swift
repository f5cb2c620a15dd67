package import SodiumCrypto
import Synchronization

/// A secret on its way into a file, which is never outside of locked memory.
package final class SecretSource: ContentSource {
    private let secret: SecureBytes
    private let isRead = Mutex(false)

    /// Takes over the secret.
    package init(_ secret: consuming SecureBytes) { self.secret = secret }

    /// All of it.
    package var expectedByteCount: Int? { secret.count }

    /// Copies all of it out.
    ///
    /// - Precondition: there is room for it.
    package func read(into target: inout MutableRawSpan) throws -> Int {
        guard
            !isRead.withLock({ isRead in
                defer { isRead = true }
                return isRead
            })
        else { return 0 }
        try secret.withBytes { target.storeBytes($0) }
        return secret.count
    }
}
