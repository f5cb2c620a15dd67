import SodiumCrypto
import Synchronization

/// Threads that borrow, copy, make and drop secrets of one group while another thread wipes it.
final class WipeHammer: Sendable {
    static let wipeCount = 1_000

    let arena: SecureArena
    private let current: Mutex<SharedSecret>
    private let wipes = Atomic(0)
    private let torn = Atomic(0)
    private let refused = Atomic(0)
    private let failed = Atomic(0)

    init(arena: SecureArena) throws(CryptoError) {
        self.arena = arena
        current = Mutex(SharedSecret(try Self.secret(of: 1, arena)))
    }

    /// Loans whose bytes were not all the same, or were zeros.
    var tornCount: Int { torn.load(ordering: .acquiring) }
    /// Times that a secret was found wiped.
    var refusalCount: Int { refused.load(ordering: .acquiring) }
    /// Errors of any other kind.
    var failureCount: Int { failed.load(ordering: .acquiring) }

    /// Wipes again and again, then tells the borrowers to end.
    func wipe() {
        for _ in 0..<Self.wipeCount {
            arena.wipe(.first)
            wipes.add(1, ordering: .releasing)
        }
    }

    /// Borrows until the last wipe, replacing the shared secret whenever it was wiped.
    func borrow(as member: Int) {
        while wipes.load(ordering: .acquiring) < Self.wipeCount {
            do throws(CryptoError) {
                try borrowOnce(as: member)
            } catch {
                let isWipe = error.code == .secretWiped
                if isWipe { refused.add(1, ordering: .relaxed) }
                if !isWipe { failed.add(1, ordering: .relaxed) }
                replace(UInt8(member + 1))
            }
        }
    }

    private func borrowOnce(as member: Int) throws(CryptoError) {
        let shared = current.withLock { $0 }
        let bytes = try shared.secret.withBytes { span in
            // Reading again and again makes the loan long enough to meet a wipe.
            var seen: [UInt8] = []
            for _ in 0..<20 { seen = span.withUnsafeBytes { [UInt8]($0) } }
            return seen
        }
        let copy = try shared.secret.copy(to: SecretGroup(member % 3))
        let isWhole = bytes.allSatisfy { $0 == bytes[0] && $0 != 0 }
        let copied = try copy.contents()
        if !isWhole || copied != bytes { torn.add(1, ordering: .relaxed) }
    }

    private func replace(_ byte: UInt8) {
        guard let secret = try? SharedSecret(Self.secret(of: byte, arena)) else { return }
        current.withLock { $0 = secret }
    }

    private static func secret(
        of byte: UInt8,
        _ arena: SecureArena
    ) throws(CryptoError) -> SecureBytes {
        try SecureBytes([UInt8](repeating: byte, count: 300), arena: arena)
    }
}
