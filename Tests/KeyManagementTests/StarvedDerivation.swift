import KeyManagement
import SodiumCrypto
import Synchronization

/// Argon2id on a machine that runs out of memory.
final class StarvedDerivation: PasscodeDerivation {
    enum Memory: Sendable, CaseIterable {
        /// There is enough.
        case enough
        /// The machine says at once that there is not enough.
        case missing
        /// Another process takes it at the last moment.
        case lost
    }

    private let memory = Mutex(Memory.enough)

    var floor: Argon2id.Cost { .minimum }

    func leave(_ memory: Memory) {
        self.memory.withLock { $0 = memory }
    }

    func checkMemory(for cost: Argon2id.Cost) throws(CryptoError) {
        if memory.withLock({ $0 == .missing }) { throw CryptoError(.outOfMemory) }
    }

    func derive(
        passcode: borrowing SecureBytes,
        salt: [UInt8],
        cost: Argon2id.Cost,
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        guard memory.withLock({ $0 == .enough }) else { throw CryptoError(.outOfMemory) }
        try Argon2id.derive(passcode: passcode, salt: salt, cost: cost, into: output)
    }
}
