import KeyManagement
import SodiumCrypto

/// One arena for the keys of vectors and lists, which no lock wipes.
let arena = SecureArena()

extension SecretBox {
    /// A key with these bytes.
    convenience init(_ bytes: [UInt8]) throws {
        self.init(
            try SecureBytes(count: bytes.count, group: .transit, arena: arena) {
                $0.storeBytes(bytes)
            }
        )
    }

    /// A copy of the bytes, which only a test takes.
    var bytes: [UInt8] {
        get throws { try secret.withBytes { $0.array } }
    }
}
