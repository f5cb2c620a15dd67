import Preferences

/// The keys of one type of payload.
struct SettingTable: Sendable {
    /// Such as `com.apple.applicationaccess`.
    let payloadType: String
    /// Every key of the type stands in it.
    let isComplete: Bool
    private let rules: [String: SettingRule]

    init(_ payloadType: String, isComplete: Bool, _ rules: [SettingRule]) {
        self.isComplete = isComplete
        self.payloadType = payloadType
        self.rules = Dictionary(rules.map { ($0.key, $0) }) { first, _ in first }
    }

    subscript(_ key: String) -> SettingRule? { rules[key] }

    /// The rule by which values for a key combine; one is made up for a boolean that is not known
    /// and has a telling name.
    func rule(_ key: String, for values: [PreferenceValue]) -> SettingRule? {
        if let known = rules[key] { return known }
        guard !isComplete, let guess = SettingCombination(guessingFor: key),
            values.allSatisfy({ $0.flag != nil })
        else { return nil }
        return SettingRule(key, .boolean, guess)
    }

    /// The table of a type of payload; nil where only the envelope is known.
    static func known(for payloadType: String) -> SettingTable? {
        [restrictions, passcode, notifications].first { $0.payloadType == payloadType }
    }
}
