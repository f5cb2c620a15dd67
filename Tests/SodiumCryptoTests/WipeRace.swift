import SodiumCrypto
import Synchronization

/// Two threads in a fixed order: the first lends a secret, the second starts a wipe of its group,
/// and the first then does something while the wipe waits for the loan to end.
final class WipeRace: Sendable {
    private let isLent = Atomic(false)
    private let thrown = Mutex<CryptoError?>(nil)

    /// What the first thread's work threw.
    var refusal: CryptoError? { thrown.withLock { $0 } }

    /// Plays thread 0, the borrower, or thread 1, who wipes the first group.
    func run(
        _ member: Int,
        _ arena: SecureArena,
        during lent: SharedSecret,
        _ work: (RawSpan) throws(CryptoError) -> Void
    ) {
        guard member == 0 else {
            while !isLent.load(ordering: .acquiring) {}
            return arena.wipe(.first)
        }
        do throws(CryptoError) {
            try lent.secret.withBytes { (bytes) throws(CryptoError) in
                isLent.store(true, ordering: .releasing)
                // The secret counts as wiped as soon as the wipe waits.
                while !lent.secret.isWiped {}
                try work(bytes)
            }
        } catch {
            thrown.withLock { $0 = error }
        }
    }
}
