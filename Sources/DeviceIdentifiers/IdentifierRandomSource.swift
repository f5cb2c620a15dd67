import FoundationEssentials

/// Where identifiers come from; seeded in scenarios, so that they repeat.
public protocol IdentifierRandomSource: Sendable {
    /// Exactly `count` random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierRandomSource {
    /// A random UUID, version 4 (RFC 9562, section 5.4).
    func uuid() -> UUID {
        let random = bytes(16)
        precondition(random.count == 16, "a source of random bytes gave \(random.count), not 16")
        let version = random[6] & 0x0F | 0x40
        let variant = random[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                random[0], random[1], random[2], random[3], random[4], random[5], version,
                random[7], variant, random[9], random[10], random[11], random[12], random[13],
                random[14], random[15]
            )
        )
    }
}
