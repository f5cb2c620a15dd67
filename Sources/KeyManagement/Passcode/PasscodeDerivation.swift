package import SodiumCrypto
import SystemIO

/// What makes trying passcodes slow; a seam, because no test can use up a machine's memory, nor
/// wait for a thousand real derivations.
package protocol PasscodeDerivation: Sendable {
    /// The least that a device may ask for; a keybag that asks for less was forged.
    var floor: Argon2id.Cost { get }
    /// Makes sure that a derivation can have its memory, as far as that can be known before.
    ///
    /// - Throws: `CryptoError.outOfMemory`.
    func checkMemory(for cost: Argon2id.Cost) throws(CryptoError)
    /// Derives `output.count` bytes from a passcode.
    ///
    /// - Throws: as `Argon2id.derive(passcode:salt:cost:into:)`.
    func derive(
        passcode: borrowing SecureBytes,
        salt: [UInt8],
        cost: Argon2id.Cost,
        into output: borrowing SecureBytes
    ) throws(CryptoError)
}

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
