/// Something that must not be in memory, or must.
struct Needle {
    let name: String
    let bytes: [UInt8]

    /// Also as X25519 and HMAC-SHA-512 work on it: clamped, and as the padded key, in both byte
    /// orders.
    var forms: [Needle] {
        let inner = bytes.map { $0 ^ 0x36 }
        let outer = bytes.map { $0 ^ 0x5C }
        return [
            self,
            Needle(name: name + ", clamped", bytes: clamped),
            Needle(name: name + ", as inner pad", bytes: inner),
            Needle(name: name + ", as outer pad", bytes: outer),
            Needle(name: name + ", as inner words", bytes: Self.swapped(inner)),
            Needle(name: name + ", as outer words", bytes: Self.swapped(outer)),
        ]
    }

    /// Its windows of 16 bytes, from every sixteenth byte on.
    var windows: [[UInt8]] {
        stride(from: 0, through: bytes.count - 16, by: 16).map { Array(bytes[$0..<$0 + 16]) }
    }

    private var clamped: [UInt8] {
        guard bytes.count == 32 else { return bytes }
        var result = bytes
        result[0] &= 0xF8
        result[31] = result[31] & 0x7F | 0x40
        return result
    }

    private static func swapped(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).flatMap {
            bytes[$0..<$0 + 8].reversed()
        }
    }
}
