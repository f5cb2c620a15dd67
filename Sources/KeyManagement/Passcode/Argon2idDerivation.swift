package import SodiumCrypto
import SystemIO

/// Argon2id in the memory of this machine.
package struct Argon2idDerivation: PasscodeDerivation {
    /// Has nothing to configure.
    package init() {}

    /// The cheapest that `init` offers: 2 passes over 64 MiB.
    package var floor: Argon2id.Cost { .interactive }

    package func checkMemory(for cost: Argon2id.Cost) throws(CryptoError) {
        guard SystemMemory().canGive(byteCount: cost.memoryByteCount) else {
            throw CryptoError(.outOfMemory)
        }
    }

    package func derive(
        passcode: borrowing SecureBytes,
        salt: [UInt8],
        cost: Argon2id.Cost,
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        try Argon2id.derive(passcode: passcode, salt: salt, cost: cost, into: output)
    }
}
