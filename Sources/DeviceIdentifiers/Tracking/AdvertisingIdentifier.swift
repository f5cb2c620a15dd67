import FoundationEssentials
import ProtectionModel

/// The device's one advertising identifier, as each application may read it.
struct AdvertisingIdentifier: Sendable {
    let documents: IdentifierDocuments
    let applications: ApplicationRegistry
    let settings: SettingsStore
    let random: any IdentifierRandomSource

    func reading(by application: BundleIdentifier) throws(ProtectionError) -> AdvertisingReading {
        let record = try applications.record(of: application)
        let settings = try settings.read()
        return try documents.update(TrackingDocument.self) { document in
            let status = document.status(of: record, settings)
            if let reason = ZeroReason(settings.platform, status) {
                return AdvertisingReading(reason)
            }
            let identifier = document.advertisingIdentifier ?? random.uuid()
            document.advertisingIdentifier = identifier
            return AdvertisingReading(identifier)
        }
    }

    /// Forgets the identifier; the next reading draws a new one.
    func reset() throws(ProtectionError) {
        try documents.update(TrackingDocument.self) { $0.advertisingIdentifier = nil }
    }
}
