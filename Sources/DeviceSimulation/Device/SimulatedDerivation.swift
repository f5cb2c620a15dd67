import KeyManagement
package import SodiumCrypto

/// Argon2id at any cost, for devices that live in memory or hold nothing but a test's data: a
/// thousand unlocks take under a second.
///
/// Never used for a device on disk that a release opens: its keybag could be forged to
/// ask for a derivation that costs nothing.
package struct SimulatedDerivation: PasscodeDerivation {
    private let argon2id = Argon2idDerivation()

    /// Has nothing to configure.
    package init() {}

    package var floor: Argon2id.Cost { .minimum }

    package func checkMemory(for cost: Argon2id.Cost) throws(CryptoError) {
        // Looking takes longer than deriving at that cost, which needs a few pages.
        guard cost != .minimum else { return }
        try argon2id.checkMemory(for: cost)
    }

    package func derive(
        passcode: borrowing SecureBytes,
        salt: [UInt8],
        cost: Argon2id.Cost,
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        try argon2id.derive(passcode: passcode, salt: salt, cost: cost, into: output)
    }
}
