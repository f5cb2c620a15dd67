package import ProtectionModel

/// What configuration profiles force upon the continuing of activities, and which of them do.
///
/// A device keeps it under class D, as it does with ``NotificationRules``: profiles themselves cannot be read before the
/// first unlock.
package struct HandoffRules: Sendable, Hashable, Codable {
    /// `allowActivityContinuation`: whether activities go to other devices, and come from them.
    package var allowsContinuation: NotificationRules.Rule<Bool>?

    /// Forces nothing.
    package init() {}

    /// Whether activities may be continued.
    package var isAllowed: Bool { allowsContinuation?.value ?? true }
}

/// The rules for activities among the documents of a device; without a document nothing is forced.
package struct HandoffRulesStore: Sendable {
    private let documents: IdentifierDocuments

    /// Those that are kept in these documents.
    package init(_ documents: any DocumentStore) {
        self.documents = IdentifierDocuments(store: documents)
    }

    /// The rules in force; they can be read in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` for a damaged document, which is never taken for
    ///   none; `unsupported-version`, `device-off`, `io-error`.
    package func read() throws(ProtectionError) -> HandoffRules {
        try documents.read(HandoffRulesDocument.self).rules
    }

    /// Replaces the rules by what `make` says while nobody else changes a document of the device; a damaged
    /// document is written anew.
    ///
    /// - Throws: ``ProtectionError`` as ``NotificationRulesStore/replace(by:)``.
    package func replace(
        by make: () throws(ProtectionError) -> HandoffRules
    ) throws(ProtectionError) {
        do { try write(make) } catch {
            guard error.code == .authenticationFailure else { throw error }
            _ = try make()
            try documents.remove(HandoffRulesDocument.self)
            try write(make)
        }
    }

    private func write(
        _ make: () throws(ProtectionError) -> HandoffRules
    ) throws(ProtectionError) {
        try documents.overwrite(HandoffRulesDocument.self) { () throws(ProtectionError) in
            let rules = try make()
            return rules == HandoffRules() ? nil : HandoffRulesDocument(rules: rules)
        }
    }
}

struct HandoffRulesDocument: StoredDocument {
    static let name = "rules.json"
    static let folder = DocumentFolder.handoff
    static let protection = ProtectionClass.none
    static let remedy = "remove a profile first"

    var version = 1
    var rules = HandoffRules()

    /// Whether the rule is a profile's; where there is none, there is no document.
    var isConsistent: Bool {
        guard let profiles = rules.allowsContinuation?.profiles else {
            return rules == HandoffRules()
        }
        return !profiles.isEmpty && !profiles.contains("")
    }
}
