import KeyManagement
import SodiumCrypto
import Synchronization

/// A credential on its way into a file, without a copy in ordinary memory.
final class CredentialSource: ContentSource {
    private let secret: SecureBytes
    private let position = Mutex(0)

    init(_ credential: borrowing LoginCredential) throws(CryptoError) {
        secret = try credential.secret.copy(to: .transit)
    }

    var expectedByteCount: Int? { secret.count }

    func read(into target: inout MutableRawSpan) throws -> Int {
        let room = target.byteCount
        let total = secret.count
        let start = position.withLock { position in
            defer { position = min(total, position + room) }
            return position
        }
        let count = min(room, total - start)
        guard count > 0 else { return 0 }
        try secret.withBytes { target.storeBytes($0.extracting(start..<start + count)) }
        return count
    }
}
