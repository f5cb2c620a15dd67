package import ProtectionModel

/// The rules for notifications among the documents of a device; without a document nothing is
/// forced.
package struct NotificationRulesStore: Sendable {
    private let documents: IdentifierDocuments

    /// Those that are kept in these documents.
    package init(_ documents: any DocumentStore) {
        self.documents = IdentifierDocuments(store: documents)
    }

    /// The rules in force; they can be read in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` for a damaged document, which is
    ///   never taken for none; `unsupported-version`, `device-off`, `io-error`.
    package func read() throws(ProtectionError) -> NotificationRules {
        do { return try documents.read(NotificationRulesDocument.self).rules } catch {
            guard error.code == .authenticationFailure else { throw error }
            throw ProtectionError(
                .authenticationFailure,
                "the rules for notifications are damaged; applying profiles writes them anew",
                cause: DamagedDocument(NotificationRulesDocument.name)
            )
        }
    }

    /// Replaces the rules by what `make` says while nobody else changes a document of the device.
    ///
    /// A damaged document is written anew, for all that it said follows from profiles: it is removed
    /// first, so that a power loss in between leaves none until the next time.
    ///
    /// - Throws: ``ProtectionError`` with `unsupported-version` for a document that a newer program
    ///   wrote, `busy`, `no-space`, `io-error`, and what `make` throws.
    package func replace(
        by make: () throws(ProtectionError) -> NotificationRules
    ) throws(ProtectionError) {
        do { try write(make) } catch {
            guard error.code == .authenticationFailure else { throw error }
            // The document cannot be opened, unless it is `make` that fails: then it does so again.
            _ = try make()
            try documents.remove(NotificationRulesDocument.self)
            try write(make)
        }
    }

    private func write(
        _ make: () throws(ProtectionError) -> NotificationRules
    ) throws(ProtectionError) {
        try documents.overwrite(NotificationRulesDocument.self) { () throws(ProtectionError) in
            let rules = try make()
            return rules.isEmpty ? nil : NotificationRulesDocument(rules: rules)
        }
    }
}

/// What profiles force upon notifications.
///
/// Under class D, as the switch is by which a profile forbids tracking: it names apps that profiles
/// name, and must be readable before the first unlock.
struct NotificationRulesDocument: StoredDocument {
    /// No app has this name: beside it lies a folder for each that has notifications.
    static let name = "@rules.json"
    static let folder = DocumentFolder.notifications
    static let protection = ProtectionClass.none
    static let remedy = "remove a profile first"

    var version = 1
    var rules = NotificationRules()

    /// Whether each rule is a profile's; where there are none, there is no document.
    var isConsistent: Bool {
        let profiles = rules.applications.values.flatMap(\.profiles)
        return !rules.isEmpty && rules.applications.values.allSatisfy { !$0.profiles.isEmpty }
            && (profiles + [rules.showsLockScreenHistory?.profiles].compactMap(\.self))
                .allSatisfy { !$0.isEmpty && !$0.contains("") }
    }
}

extension NotificationRules.Application {
    /// The profiles of each rule.
    fileprivate var profiles: [[String]] {
        [
            isEnabled?.profiles, showsOnLockScreen?.profiles, showsInCenter?.profiles,
            previews?.profiles, allowsCritical?.profiles, allowsBadge?.profiles,
            allowsSound?.profiles,
        ].compactMap(\.self)
    }
}
