public import ProtectionModel

/// The identifiers of a device: what applications read, and what the user can do about it.
///
/// Every reading is entered in the ``ledger`` first; what cannot be entered is not given out.
///
///     let service = IdentifierService(documents, clock: clock, random: random, hash: blake2b)
///     let mail = try BundleIdentifier("com.example.mail")
///     try service.applications.install(NewApplication(mail))
///     let identifier = try service.vendorIdentifier(for: mail, purpose: "crash reports")
///
/// Everything but the settings is kept in documents of class C, so nothing but those and a nil
/// identifier for vendor can be had before the first unlock.
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
    public init(
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

    /// As the public one, with documents of the ledger that a test can fill.
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

    /// Changes the stored settings, of which nobody else changes any meanwhile.
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
