#if TPM
import KeyManagement
import SodiumCrypto
import TestSupport
import TrustedPlatform

extension SoftwareChip {
    /// A client of the chip.
    func chip(owner: SecretBox? = nil) throws -> TPM { TPM(try TPMAddress(address), owner: owner) }
}

/// Secrets of tests.
enum Sample {
    static let arena = SecureArena()

    /// `count` bytes, all the same.
    static func secret(_ byte: UInt8, count: Int = 32) throws -> SecretBox {
        let bytes = [UInt8](repeating: byte, count: count)
        return SecretBox(
            try SecureBytes(count: count, group: .transit, arena: arena) { $0.storeBytes(bytes) }
        )
    }

    /// What is in a secret, to compare it.
    static func bytes(_ secret: borrowing SecureBytes) throws -> [UInt8] {
        try secret.withBytes { $0.array }
    }
}
#endif
