/// Which changes that no sync made durable survive a power loss.
///
/// Changes are numbered in the order of their calls. Whatever is chosen, the result is legal: a
/// change of names is lost when one it cannot survive without is lost, and a truncation survives
/// when a later write of the file does.
package enum PowerLossChoice: Sendable, Hashable {
    /// Only what a sync made durable.
    case dropAll
    /// Everything.
    case keepAll
    /// Everything up to the change of that number, as if the power had gone right after it.
    case upTo(UInt64)
    /// Everything but the change of that number.
    case without(UInt64)
    /// What becomes of each change, by its number; changes not named are lost.
    case exactly([UInt64: Survival])
    /// A choice drawn from a seed, with torn writes.
    case seeded(UInt64)

    /// What becomes of one change.
    package enum Survival: Sendable, Hashable {
        /// Nothing of it survives.
        case lost
        /// All of it survives.
        case whole
        /// Of a write, these sectors of the file survive; with `grows` the size does too, so that
        /// the missing ones read as zero past the old end.
        case sectors(Set<Int>, grows: Bool)
    }

    /// What becomes of the change of a number; `sectors` are those of the file it writes.
    func survival(of number: UInt64, sectors: Range<Int>) -> Survival {
        switch self {
        case .dropAll: .lost
        case .keepAll: .whole
        case .upTo(let last): number <= last ? .whole : .lost
        case .without(let dropped): number == dropped ? .lost : .whole
        case .exactly(let survivals): survivals[number] ?? .lost
        case .seeded(let seed): Self.draw(seed: seed, number: number, sectors: sectors)
        }
    }

    private static func draw(seed: UInt64, number: UInt64, sectors: Range<Int>) -> Survival {
        // Each seed has a rate of its own, or choices that keep or lose nearly all would be rare.
        var common = SplitMix64(seed: seed)
        let lossesInEight = [1, 2, 4, 6].randomElement(using: &common) ?? 4
        var random = SplitMix64(seed: common.next() ^ (number &* 0xD6E8_FEB8_6659_FD93))
        guard Int.random(in: 0..<8, using: &random) < lossesInEight else { return .whole }
        let grows = Bool.random(using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !sectors.isEmpty:
            return .sectors(
                Set(sectors.filter { _ in Bool.random(using: &random) }),
                grows: grows
            )
        case 1 where !sectors.isEmpty:
            let end = Int.random(in: sectors.lowerBound...sectors.upperBound, using: &random)
            return .sectors(Set(sectors.lowerBound..<end), grows: grows)
        default:
            return .lost
        }
    }
}

extension PowerLossChoice {
    /// Every legal combination of what can become of the changes, or nil when there are more than
    /// `limit`.
    static func combinations(of changes: [LosableChange], limit: Int) -> [PowerLossChoice]? {
        var all: [[UInt64: Survival]] = [[:]]
        for change in changes {
            guard let survivals = change.survivals(limit: limit) else { return nil }
            var next: [[UInt64: Survival]] = []
            let names = Set(changes.map(\.number)).intersection(change.requirements)
            for chosen in all {
                let isPossible = names.allSatisfy { chosen[$0] != nil }
                for survival in survivals where survival == .lost || isPossible {
                    var longer = chosen
                    longer[change.number] = survival == .lost ? nil : survival
                    next.append(longer)
                }
            }
            guard next.count <= limit else { return nil }
            all = next
        }
        return all.map { .exactly($0) }
    }

    /// The choices that find most mistakes, and others drawn from a seed.
    static func samples(
        of changes: [LosableChange],
        limit: Int,
        seed: UInt64
    ) -> [PowerLossChoice] {
        var choices: [PowerLossChoice] = [.dropAll, .keepAll]
        // The longest prefix is everything, and everything but the last change is the one before.
        choices += changes.dropLast().map { .upTo($0.number) }
        choices += changes.dropLast().map { .without($0.number) }
        var random = SplitMix64(seed: seed)
        while choices.count < limit { choices.append(.seeded(random.next())) }
        return choices
    }
}
