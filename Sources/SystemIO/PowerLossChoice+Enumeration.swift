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
