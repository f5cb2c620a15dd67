import KeyManagement
import SodiumCrypto

/// The primitives on plain bytes: in the test's own memory nothing is secret.
struct Derivation {
    private let arena = SecureArena()

    func expand(_ key: [UInt8], _ info: [UInt8], _ count: Int) throws -> [UInt8] {
        let output = try SecureBytes(count: count, group: .transit, arena: arena)
        try HKDFSHA512.expand(try secret(key), info: info, into: output)
        return try output.withBytes { $0.array }
    }

    func extract(salt: [UInt8], _ bytes: [UInt8]) throws -> [UInt8] {
        let output = try SecureBytes(count: 64, group: .transit, arena: arena)
        try HKDFSHA512.extract(salt: try secret(salt), secret: try secret(bytes), into: output)
        return try output.withBytes { $0.array }
    }

    func stretch(_ passcode: [UInt8], salt: [UInt8]) throws -> [UInt8] {
        let output = try SecureBytes(count: 32, group: .transit, arena: arena)
        try Argon2id.derive(
            passcode: try secret(passcode),
            salt: salt,
            cost: .minimum,
            into: output
        )
        return try output.withBytes { $0.array }
    }

    func agree(_ privateKey: [UInt8], _ publicKey: [UInt8]) throws -> [UInt8] {
        let output = try SecureBytes(count: 32, group: .transit, arena: arena)
        try X25519.sharedSecret(
            privateKey: try secret(privateKey),
            publicKey: publicKey,
            into: output
        )
        return try output.withBytes { $0.array }
    }

    func open(
        _ sealed: [UInt8],
        nonce: [UInt8],
        data: [UInt8],
        key: [UInt8]
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: sealed.count - 16)
        var span = bytes.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.open(
            sealed.span.bytes,
            into: &output,
            nonce: nonce,
            authenticating: data,
            key: try secret(key)
        )
        return bytes
    }

    private func secret(_ bytes: [UInt8]) throws -> SecureBytes {
        try SecureBytes(count: bytes.count, group: .transit, arena: arena) {
            $0.storeBytes(bytes)
        }
    }
}
