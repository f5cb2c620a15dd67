public import ProtectionModel

/// Something that answers what a key is set to, and where.
public protocol PreferenceLookup: Sendable {
    /// The first value in the order of the domains; nil when no domain has one.
    ///
    /// - Throws: ``ProtectionError`` when a domain cannot be read now: that is no "not set".
    func value(forKey key: String) throws(ProtectionError) -> FoundPreference?
}
