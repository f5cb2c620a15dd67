/// A key of a stored or forced domain that has another value now.
public struct DefaultsChange: Sendable, Hashable {
    /// Whose values these are.
    public let domain: DefaultsDomain
    /// Whether a profile forces the value; else it is stored.
    public let isForced: Bool
    /// The key.
    public let key: String
    /// What it was; nil when it was not set.
    public let old: PreferenceValue?
    /// What it is; nil when it is not set any more.
    public let new: PreferenceValue?
}
