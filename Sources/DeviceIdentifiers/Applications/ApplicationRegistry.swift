import FoundationEssentials
import ProtectionModel

/// The applications on a device.
public struct ApplicationRegistry: Sendable {
    let documents: IdentifierDocuments
    let settings: SettingsStore
    let random: any IdentifierRandomSource

    /// Installs an application, or updates an installed one in place.
    ///
    /// The vendor is determined now: as the store names it, else the team, else from the bundle
    /// identifier. An update keeps the application's own identifier and its answer about tracking; the
    /// identifier for vendor stays while the vendor does.
    ///
    /// - Throws: ``IdentifierError`` with `invalid-argument` for more than 10,000 applications.
    @discardableResult
    public func install(
        _ application: NewApplication
    ) throws(IdentifierError) -> InstalledApplication {
        let rule = try settings.read().vendorRule
        return try documents.update(ApplicationDocument.self) {
            (document) throws(IdentifierError) in
            try document.install(application, by: rule, from: random).description
        }
    }

    /// Removes an application, its own identifier and its answer about tracking, and with the last of
    /// a vendor the identifier for vendor.
    ///
    /// - Throws: ``IdentifierError`` with `not-found`.
    public func uninstall(_ application: BundleIdentifier) throws(IdentifierError) {
        let removed = try documents.update(ApplicationDocument.self) {
            (document) throws(IdentifierError) in
            let record = try Self.record(of: application, in: document)
            document.applications.removeAll { $0.app == application }
            return record
        }
        // The answer is void already, because the installation it belongs to is gone: that it could
        // not be erased now is no failure of the removal.
        try? documents.update(TrackingDocument.self) { document in
            document.answers.removeAll { $0.installation == removed.installation }
        }
    }

    /// Every installed application, sorted by the bytes of its identifier.
    ///
    /// - Throws: ``IdentifierError``.
    public func all() throws(IdentifierError) -> [InstalledApplication] {
        try documents.read(ApplicationDocument.self).applications.map(\.description)
    }

    func record(of application: BundleIdentifier) throws(IdentifierError) -> ApplicationRecord {
        try Self.record(of: application, in: try documents.read(ApplicationDocument.self))
    }

    /// Draws a new own identifier.
    func resetOwnIdentifier(of application: BundleIdentifier) throws(IdentifierError) {
        try documents.update(ApplicationDocument.self) { (document) throws(IdentifierError) in
            _ = try Self.record(of: application, in: document)
            for index in document.applications.indices
            where document.applications[index].app == application {
                document.applications[index].ownIdentifier = random.uuid()
            }
        }
    }

    private static func record(
        of application: BundleIdentifier,
        in document: ApplicationDocument
    ) throws(IdentifierError) -> ApplicationRecord {
        guard let record = document[application] else {
            throw IdentifierError(
                .notFound,
                "'\(application)' is not installed: install it first"
            )
        }
        return record
    }
}
