public import ProtectionModel

/// A device on which no profile forces anything.
public struct NothingForced: ForcedPreferences {
    /// There is only one such answer.
    public init() {}

    /// Nothing.
    public func forcedValues(
        in domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue] { [:] }
}
