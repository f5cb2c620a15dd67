/// The domains of one application, as plain values in the order they are searched.
public struct LayeredPreferences: PreferenceLookup {
    private let layers: [(domain: PreferenceDomain, values: [String: PreferenceValue])]

    /// Puts domains in the order given; see ``PreferenceDomain`` for Apple's.
    public init(_ layers: [(domain: PreferenceDomain, values: [String: PreferenceValue])]) {
        self.layers = layers
    }

    /// The first value in the order of the domains; nil when no domain has one.
    public func value(forKey key: String) -> FoundPreference? {
        for layer in layers {
            if let value = layer.values[key] { return FoundPreference(value, in: layer.domain) }
        }
        return nil
    }
}

extension LayeredPreferences {
    /// Every key that a domain has, with the value that is found.
    public var all: [String: FoundPreference] {
        var found: [String: FoundPreference] = [:]
        for layer in layers {
            for (key, value) in layer.values where found[key] == nil {
                found[key] = FoundPreference(value, in: layer.domain)
            }
        }
        return found
    }
}
