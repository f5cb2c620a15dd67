import Preferences

/// Which of several values for one key is the stricter, or how they become one.
enum SettingCombination: Sendable, Hashable {
    case falseIsStricter
    case trueIsStricter
    case smallerIsStricter
    case largerIsStricter
    /// What all lists have; it can only shrink.
    case intersection
    /// What any list has; it can only grow.
    case union

    var kind: EffectiveSetting.Kind {
        switch self {
        case .falseIsStricter, .trueIsStricter: .restrictedBool
        case .smallerIsStricter, .largerIsStricter: .restrictedValue
        case .intersection: .intersection
        case .union: .union
        }
    }

    /// For restrictions no table has: Apple names them after what they allow or force.
    init?(guessingFor key: String) {
        if key.hasPrefix("allow") {
            self = .falseIsStricter
        } else if key.hasPrefix("force") {
            self = .trueIsStricter
        } else {
            return nil
        }
    }

    /// One value for all of them; `values` is not empty, and each can be used.
    func combine(_ values: [PreferenceValue]) -> PreferenceValue {
        switch self {
        case .falseIsStricter: return .boolean(!values.contains { $0.flag == false })
        case .trueIsStricter: return .boolean(values.contains { $0.flag == true })
        case .smallerIsStricter: return extreme(of: values, <)
        case .largerIsStricter: return extreme(of: values, >)
        case .intersection:
            let others = values.dropFirst().compactMap(\.texts).map { Set($0) }
            return list(
                (values[0].texts ?? []).filter { item in
                    others.allSatisfy { $0.contains(item) }
                }
            )
        case .union: return list(values.compactMap(\.texts).flatMap(\.self))
        }
    }

    private func extreme(
        of values: [PreferenceValue],
        _ precedes: (Double, Double) -> Bool
    ) -> PreferenceValue {
        values.dropFirst().reduce(values[0]) { strictest, value in
            guard let best = strictest.number, let number = value.number else { return strictest }
            return precedes(number, best) ? value : strictest
        }
    }

    /// Each text once, in the order of its first appearance.
    private func list(_ texts: [String]) -> PreferenceValue {
        var seen: Set<String> = []
        return .array(texts.filter { seen.insert($0).inserted }.map { .string($0) })
    }
}
