import FoundationEssentials
public import ProtectionModel

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
    /// - Throws: ``ProtectionError`` with `invalid-argument` for more than 10,000 applications.
    @discardableResult
    public func install(
        _ application: NewApplication
    ) throws(ProtectionError) -> InstalledApplication {
        let rule = try settings.read().vendorRule
        return try documents.update(ApplicationDocument.self) {
            (document) throws(ProtectionError) in
            try document.install(application, by: rule, from: random).description
        }
    }

    /// Removes an application, its own identifier, its notifications and its answer about tracking, and
    /// with the last of a vendor the identifier for vendor.
    ///
    /// Its notifications, what was to come and the keys of its pushes are destroyed first, in one step: an
    /// application that is gone has left nothing that could be read.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`; `busy`, `io-error`, and then the application is still
    ///   there, perhaps without its notifications, or gone: whoever repeats it destroys what is left.
    public func uninstall(_ application: BundleIdentifier) throws(ProtectionError) {
        do { _ = try record(of: application) } catch {
            // What an uninstallation left that was cut off at its end.
            if error.code == .notFound { try removeNotifications(of: application) }
            throw error
        }
        try removeNotifications(of: application)
        let removed = try documents.update(ApplicationDocument.self) {
            (document) throws(ProtectionError) in
            let record = try Self.record(of: application, in: document)
            document.applications.removeAll { $0.app == application }
            return record
        }
        // Until a moment ago the application could still ask for some.
        try removeNotifications(of: application)
        // The answer is void already, because the installation it belongs to is gone: the removal has
        // not failed when it cannot be erased now.
        try? documents.update(TrackingDocument.self) { document in
            document.answers.removeAll { $0.installation == removed.installation }
        }
    }

    private func removeNotifications(of application: BundleIdentifier) throws(ProtectionError) {
        try documents.store.removeFolder(of: application.description, in: .notifications)
    }

    /// Every installed application, sorted by the bytes of its identifier.
    ///
    /// - Throws: ``ProtectionError``.
    public func all() throws(ProtectionError) -> [InstalledApplication] {
        try documents.read(ApplicationDocument.self).applications.map(\.description)
    }

    func record(of application: BundleIdentifier) throws(ProtectionError) -> ApplicationRecord {
        try Self.record(of: application, in: try documents.read(ApplicationDocument.self))
    }

    /// Draws a new own identifier.
    func resetOwnIdentifier(of application: BundleIdentifier) throws(ProtectionError) {
        try documents.update(ApplicationDocument.self) { (document) throws(ProtectionError) in
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
    ) throws(ProtectionError) -> ApplicationRecord {
        guard let record = document[application] else {
            throw ProtectionError(
                .notFound,
                "'\(application)' is not installed: install it first",
                cause: ApplicationMissing()
            )
        }
        return record
    }
}

/// Why something is `not-found`: the application is not installed.
package struct ApplicationMissing: Error, Sendable {
    /// Says no more than that.
    package init() {}
}
