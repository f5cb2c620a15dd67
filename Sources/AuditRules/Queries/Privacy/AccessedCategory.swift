package import AuditFacts
package import Documents

/// An entry of `NSPrivacyAccessedAPITypes`.
package struct AccessedCategory: Sendable, Hashable {
    /// The category as it is written.
    package let name: String
    /// The codes of its reasons.
    package let reasons: [DocumentNode]
    /// Where the entry stands.
    package let span: SourceSpan

    /// The category, if it is a known one.
    package var category: RequiredReasonCategory? { RequiredReasonCategory(rawValue: name) }

    /// The entries of `manifest` that say a category.
    package static func all(in manifest: PropertyDocument) -> [AccessedCategory] {
        (manifest.root?["NSPrivacyAccessedAPITypes"]?.array ?? []).compactMap { entry in
            guard let type = entry["NSPrivacyAccessedAPIType"], let name = type.string else {
                return nil
            }
            let reasons = entry["NSPrivacyAccessedAPITypeReasons"]?.array ?? []
            return AccessedCategory(
                name: name,
                reasons: reasons.filter { $0.string != nil },
                span: type.span
            )
        }
    }
}
