/// Where keys, nonces and identifiers come from; seeded in tests and simulations.
package protocol RandomSource: Sendable {
    /// Overwrites every byte of `bytes`.
    func fill(_ bytes: inout MutableRawSpan)
}

extension RandomSource {
    /// `count` random bytes that are no secret: identifiers, salts, nonces.
    package func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        fill(&raw)
        return bytes
    }
}
