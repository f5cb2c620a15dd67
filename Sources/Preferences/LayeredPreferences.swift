/// The domains of one application, as plain values in the order they are searched.
public struct LayeredPreferences: PreferenceLookup {
    /// Every key that a domain has, with the value that is found.
    public let all: [String: FoundPreference]

    /// Puts domains in the order given; see ``PreferenceDomain`` for Apple's.
    public init(_ layers: [(domain: PreferenceDomain, values: [String: PreferenceValue])]) {
        // Searched once here, and not in each layer at each question.
        var all: [String: FoundPreference] = [:]
        for layer in layers {
            for (key, value) in layer.values where all[key] == nil {
                all[key] = FoundPreference(value, in: layer.domain)
            }
        }
        self.all = all
    }

    /// The first value in the order of the domains; nil when no domain has one.
    public func value(forKey key: String) -> FoundPreference? {
        all[key]
    }
}
