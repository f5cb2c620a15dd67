package import SodiumCrypto
import SystemIO

/// Argon2id in the memory of this machine.
package struct Argon2idDerivation: PasscodeDerivation {
    /// Has nothing to configure.
    package init() {}

    package func checkMemory(for cost: Argon2id.Cost) throws(CryptoError) {
        guard SystemMemory.canGive(byteCount: Int(cost.memoryKiB) * 1_024) else {
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
