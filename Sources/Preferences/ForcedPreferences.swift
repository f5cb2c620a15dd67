package import ProtectionModel

/// Values that configuration profiles force upon a domain; they come before all others.
package protocol ForcedPreferences: Sendable {
    /// What is forced for applications that read `domain`; those of the global domain are forced
    /// upon all.
    ///
    /// - Throws: ``ProtectionError`` when it cannot be told now: that is no "nothing".
    func forcedValues(
        in domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue]
}

/// A device on which no profile forces anything.
package struct NothingForced: ForcedPreferences {
    /// There is only one such answer.
    package init() {}

    /// Nothing.
    package func forcedValues(
        in domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue] { [:] }
}
