import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization

/// The key of files that have no name yet: wiped by a lock and opened again after it, as keys of
/// files are.
package final class TransientKey: Sendable {
    /// The class that it follows.
    package let protection: ProtectionClass
    private let request: UnwrapRequest
    private let context: StoreContext
    private let key: Mutex<SecretBox>
    /// How much was sealed with it: it is fresh, and nothing else is sealed with it, so a number is
    /// nonce enough.
    private let sealCount = Atomic<UInt64>(0)

    /// The key while it is there.
    struct Use {
        let secret: SecretBox
        fileprivate let owner: TransientKey

        /// A nonce that was never used with the key.
        func nextNonce() -> [UInt8] {
            var writer = ByteWriter(capacity: XChaCha20Poly1305.nonceByteCount)
            writer.append(owner.sealCount.add(1, ordering: .relaxed).newValue)
            // The last bytes are the chunk's.
            writer.append(UInt64(0))
            writer.append(UInt64(0))
            return writer.bytes
        }
    }

    /// Makes one.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`.
    init(_ protection: ProtectionClass, in files: FileStore, _ path: DevicePath) throws {
        let maker = InodeMaker(context: files.context)
        guard let new = try maker.makeKeys([protection], path).first else {
            throw ProtectionError(.internalError, "no key came back")
        }
        self.protection = protection
        context = files.context
        request = UnwrapRequest(new.wrapped, fileID: new.fileID)
        key = Mutex(new.key)
    }

    /// Whether it can seal another file.
    func isUsable(_ protection: ProtectionClass, in files: FileStore) -> Bool {
        self.protection == protection && context === files.context
            && !key.withLock { $0.secret.isWiped }
    }

    /// Runs `body` with the key, which is asked for again after a lock.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`; what `body` throws.
    func use<Result>(_ body: (Use) throws -> Result) throws -> Result {
        while true {
            let box = key.withLock { $0 }
            do {
                guard !box.secret.isWiped else { throw CryptoError(.secretWiped) }
                return try body(Use(secret: box, owner: self))
            } catch let error as CryptoError where error.code == .secretWiped {
                guard let opened = try context.keys.unwrap([request]).first?.get() else {
                    throw ProtectionError(.internalError, "no key came back")
                }
                key.withLock { $0 = opened }
            }
        }
    }
}
