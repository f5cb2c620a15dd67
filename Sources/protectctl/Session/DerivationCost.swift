import SodiumCrypto

/// The named costs of a passcode guess.
enum DerivationCost: String, CaseIterable {
    case interactive, moderate, sensitive

    var cost: Argon2id.Cost {
        switch self {
        case .interactive: .interactive
        case .moderate: .moderate
        case .sensitive: .sensitive
        }
    }
}

extension DerivationCost {
    /// The name of a cost, or where it has none, what it takes.
    static func word(for cost: Argon2id.Cost) -> String {
        allCases.first { $0.cost == cost }?.word
            ?? "\(cost.memoryKiB) KiB, \(cost.passes) passes"
    }
}

extension DerivationCost: Vocabulary {
    static var vocabulary: [DerivationCost] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .interactive: "64 MiB of memory per guess"
        case .moderate: "256 MiB"
        case .sensitive: "1 GiB"
        }
    }
}
