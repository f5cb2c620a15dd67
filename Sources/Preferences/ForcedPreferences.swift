package import ProtectionModel

/// Values that configuration profiles force on a domain; they come before all others.
package protocol ForcedPreferences: Sendable {
    /// What is forced on applications that read `domain`; what is forced in the global domain is
    /// forced on all.
    ///
    /// - Throws: ``ProtectionError`` when that is not known now, which is not "nothing".
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
