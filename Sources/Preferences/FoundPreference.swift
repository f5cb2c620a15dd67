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
