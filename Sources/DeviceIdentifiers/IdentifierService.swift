import FoundationEssentials
public import ProtectionModel

/// The identifiers of a device: what applications read, and what the user can do about it.
///
/// Every reading is entered in the ``ledger`` first; what cannot be entered is not given out.
///
/// A device has them, `Device.identifiers` of the product ProtectedStore, and so has a `TestDevice`:
///
///     let mail = try BundleIdentifier("com.example.mail")
///     try device.identifiers.applications.install(NewApplication(mail))
///     let identifier = try device.identifiers.vendorIdentifier(for: mail, purpose: "crash reports")
///
/// Everything but the settings is kept in documents of class C. A service that is kept across a
/// restart answers `protected-data-unavailable` before the first unlock, and nil for the identifier
/// for vendor.
public struct IdentifierService: Sendable {
    /// The applications on the device.
    public let applications: ApplicationRegistry
    /// Who may track the user.
    public let tracking: TrackingAuthorization
    /// Where the user may be found.
    public let users: UserRecordIdentifiers
    /// Who read what.
    public let ledger: IdentifierLedger

    let advertising: AdvertisingIdentifier
    private let settingsStore: SettingsStore

    /// The identifiers that are kept in these documents.
    ///
    /// `settings` holds until others are stored by ``setSettings(_:)``. `hash` binds the ledger's
    /// entries: a cryptographic one such as BLAKE2b-256, the same for the ledger's whole life.
    package init(
        _ documents: any DocumentStore,
        clock: any DeviceClock,
        random: any IdentifierRandomSource,
        settings: IdentifierSettings = IdentifierSettings(),
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        self.init(
            documents,
            clock: clock,
            random: random,
            settings: settings,
            entriesPerDocument: 250,
            hash: hash
        )
    }

    /// The same, with documents of the ledger that a test can fill.
    package init(
        _ documents: any DocumentStore,
        clock: any DeviceClock,
        random: any IdentifierRandomSource,
        settings: IdentifierSettings,
        entriesPerDocument: Int,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        precondition((1...LedgerPart.most).contains(entriesPerDocument), "a part has 1 to 1,000")
        let documents = IdentifierDocuments(store: documents)
        let settings = SettingsStore(documents: documents, initial: settings)
        let applications = ApplicationRegistry(
            documents: documents,
            settings: settings,
            random: random
        )
        self.applications = applications
        settingsStore = settings
        tracking = TrackingAuthorization(
            documents: documents,
            applications: applications,
            settings: settings
        )
        users = UserRecordIdentifiers(documents: documents, settings: settings, random: random)
        ledger = IdentifierLedger(
            documents: documents,
            clock: clock,
            chain: LedgerChain(hash: hash),
            capacity: entriesPerDocument
        )
        advertising = AdvertisingIdentifier(
            documents: documents,
            applications: applications,
            settings: settings,
            random: random
        )
    }

    /// The settings in force; they can be read in every lock state.
    ///
    /// - Throws: ``ProtectionError``.
    public func settings() throws(ProtectionError) -> IdentifierSettings {
        try settingsStore.read()
    }

    /// Changes the stored settings, which nobody else changes meanwhile.
    ///
    /// - Throws: ``ProtectionError``.
    public func updateSettings(
        _ change: (inout IdentifierSettings) -> Void
    ) throws(ProtectionError) {
        try settingsStore.update(change)
    }

    /// Stores settings, for every program that uses this device; possible in every lock state.
    ///
    /// - Throws: ``ProtectionError``.
    public func setSettings(_ settings: IdentifierSettings) throws(ProtectionError) {
        try settingsStore.write(settings)
    }
}

/// Where identifiers come from; seeded in scenarios, so that they repeat.
package protocol IdentifierRandomSource: Sendable {
    /// Exactly `count` random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierRandomSource {
    /// A random UUID, version 4 (RFC 9562, section 5.4).
    func uuid() -> UUID {
        let random = bytes(16)
        precondition(random.count == 16, "a source of random bytes gave \(random.count), not 16")
        let version = random[6] & 0x0F | 0x40
        let variant = random[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                random[0], random[1], random[2], random[3], random[4], random[5], version,
                random[7], variant, random[9], random[10], random[11], random[12], random[13],
                random[14], random[15]
            )
        )
    }
}

extension ProtectionError {
    /// Before the first unlock nothing is known of applications, not even that there are none.
    package static let identifiersUnavailable = ProtectionError(
        .protectedDataUnavailable,
        "applications and identifiers cannot be read before the first unlock"
    )
}
