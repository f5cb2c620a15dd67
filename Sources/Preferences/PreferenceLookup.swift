public import ProtectionModel

/// Something that answers what a key is set to, and where.
public protocol PreferenceLookup: Sendable {
    /// The first value in the order of the domains; nil when no domain has one.
    ///
    /// - Throws: ``ProtectionError`` when a domain cannot be read now, which is not "not set".
    func value(forKey key: String) throws(ProtectionError) -> FoundPreference?
}

/// A value and the domain it was found in.
public struct FoundPreference: Sendable, Hashable {
    /// What the key is set to.
    public let value: PreferenceValue
    /// Where it was found.
    public let domain: PreferenceDomain

    /// Names a value and where it is from.
    public init(_ value: PreferenceValue, in domain: PreferenceDomain) {
        self.value = value
        self.domain = domain
    }
}

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
