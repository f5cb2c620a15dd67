public import FoundationEssentials
public import ProtectionModel

extension IdentifierService {
    /// The identifier for vendor; nil while the device was not unlocked since its start: try again
    /// later.
    ///
    /// The same in every application of one vendor while any of them is installed.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, and `invalid-argument` for a purpose of more
    ///   than 1,024 bytes.
    public func vendorIdentifier(
        for application: BundleIdentifier,
        purpose: String? = nil
    ) throws(ProtectionError) -> UUID? {
        let purpose = try Purpose(purpose)
        do {
            let identifier = try applications.record(of: application).vendorIdentifier
            try ledger.record(.vendor, by: application, for: purpose, .given)
            return identifier
        } catch {
            guard error.code == .protectedDataUnavailable else { throw error }
            return nil
        }
    }

    /// The advertising identifier, or zeros and the reason.
    ///
    /// - Throws: as ``vendorIdentifier(for:purpose:)``, and `protected-data-unavailable`.
    public func advertisingIdentifier(
        for application: BundleIdentifier,
        purpose: String? = nil
    ) throws(ProtectionError) -> AdvertisingReading {
        let purpose = try Purpose(purpose)
        let reading = try advertising.reading(by: application)
        try ledger.record(
            .advertising,
            by: application,
            for: purpose,
            reading.zeroReason.map(ReadingResult.zero) ?? .given
        )
        return reading
    }

    /// Gives the device another advertising identifier.
    ///
    /// - Throws: ``ProtectionError``.
    public func resetAdvertisingIdentifier() throws(ProtectionError) {
        try advertising.reset()
    }

    /// The application's own identifier: random, and gone with the application.
    ///
    /// - Throws: as ``advertisingIdentifier(for:purpose:)``.
    public func ownIdentifier(
        of application: BundleIdentifier,
        purpose: String? = nil
    ) throws(ProtectionError) -> UUID {
        let purpose = try Purpose(purpose)
        let identifier = try applications.record(of: application).ownIdentifier
        try ledger.record(.own, by: application, for: purpose, .given)
        return identifier
    }

    /// Gives an application another identifier of its own.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`.
    public func resetOwnIdentifier(of application: BundleIdentifier) throws(ProtectionError) {
        try applications.resetOwnIdentifier(of: application)
    }

    /// The user's identifier in a container; nil when nobody is signed in.
    ///
    /// - Throws: as ``advertisingIdentifier(for:purpose:)``, and `invalid-argument` for a container
    ///   whose name is empty, has control characters or more than 255 bytes.
    public func userIdentifier(
        for application: BundleIdentifier,
        in container: String,
        purpose: String? = nil
    ) throws(ProtectionError) -> UUID? {
        try entered(.user(container: container), application, purpose) {
            () throws(ProtectionError) in try users.identifier(in: container)
        }
    }

    /// The user's identifier as others find it in a container; nil unless the user agreed to it there.
    ///
    /// - Throws: as ``userIdentifier(for:in:purpose:)``.
    public func discoverableUserIdentifier(
        for application: BundleIdentifier,
        in container: String,
        purpose: String? = nil
    ) throws(ProtectionError) -> UUID? {
        try entered(.discoverableUser(container: container), application, purpose) {
            () throws(ProtectionError) in try users.discoverableIdentifier(in: container)
        }
    }

    /// Reads something about the user for an installed application, and gives it once it is entered.
    private func entered(
        _ kind: IdentifierKind,
        _ application: BundleIdentifier,
        _ purpose: String?,
        _ read: () throws(ProtectionError) -> UUID?
    ) throws(ProtectionError) -> UUID? {
        let purpose = try Purpose(purpose)
        _ = try applications.record(of: application)
        let identifier = try read()
        try ledger.record(
            kind,
            by: application,
            for: purpose,
            identifier == nil ? .nothing : .given
        )
        return identifier
    }
}
