/// How bad a network in memory is; without more words it is a good one.
package struct NetworkConditions: Sendable, Equatable {
    /// Of so many messages, from 0 to 1, nothing arrives.
    package var loss = 0.0
    /// So many messages, from 0 to 1, arrive twice.
    package var duplication = 0.0
    /// So many messages, from 0 to 1, come a second later, so that others overtake them.
    package var reordering = 0.0
    /// In so many messages, from 0 to 1, one bit arrives as another.
    package var flipping = 0.0
    /// How long each is on its way.
    package var delay = Duration.zero
    /// Whether nothing arrives at all.
    package var isOff = false

    /// A good network.
    package init() {}

    /// How much later a message comes that others overtake.
    static let overtaking = Duration.seconds(1)

    /// What becomes of a message: what arrives, and after how long.
    func fate(
        of bytes: [UInt8],
        using random: inout some RandomNumberGenerator
    ) -> [(bytes: [UInt8], after: Duration)] {
        // As many numbers for each message, so that one condition leaves the others' choices alone.
        let draws = (0..<4).map { _ in Double.random(in: 0..<1, using: &random) }
        let bit = Int.random(in: 0..<max(bytes.count * 8, 1), using: &random)
        guard !isOff, draws[0] >= loss else { return [] }
        var arriving = bytes
        if draws[1] < flipping, !bytes.isEmpty { arriving[bit / 8] ^= 1 << UInt8(bit % 8) }
        let once = (arriving, delay + (draws[2] < reordering ? Self.overtaking : .zero))
        return draws[3] < duplication ? [once, (arriving, delay)] : [once]
    }
}
