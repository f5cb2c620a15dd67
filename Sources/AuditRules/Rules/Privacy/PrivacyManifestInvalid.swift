import AuditFacts
import Documents

/// `privacy.manifest-invalid`: a privacy manifest that cannot be read or has entries unknown to Apple.
enum PrivacyManifestInvalid: Rule {
    static let description = RuleDescription(
        "privacy.manifest-invalid",
        "A privacy manifest is not valid",
        severity: .high,
        isProven: false,
        summary: """
            A `PrivacyInfo.xcprivacy` is not a property list, or a key in it is unknown, has the wrong \
            type or names an unknown category of APIs.
            """,
        rationale: "The App Store refuses it, or ignores the entry.",
        remedy: "Edit the file in Xcode, which offers the keys and values that exist.",
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            RuleExample(
                "a string instead of true or false",
                in: .app,
                files: [
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyTracking</key><string>NO</string>
                    </dict></plist>

                    """
                ],
                findings: ["App/PrivacyInfo.xcprivacy:2"]
            ),
            RuleExample(
                "an empty manifest",
                in: .app,
                files: [
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>

                    </dict></plist>

                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.privacyManifest).flatMap { document -> [Observation] in
            flaws(of: document).map { message, span in
                Observation(message, path: document.path, span: span)
            }
        }
    }

    private static func flaws(of document: PropertyDocument) -> [(String, SourceSpan)] {
        if let flaw = document.flaw { return [(flaw.message, SourceSpan(flaw.place))] }
        guard let root = document.root else { return [] }
        guard let entries = root.entries else { return [("it is not a dictionary", root.span)] }
        let keys = entries.compactMap { entry in
            flaw(of: entry).map { ($0, SourceSpan(entry.place)) }
        }
        let types = root["NSPrivacyAccessedAPITypes"]?.array ?? []
        return keys + types.compactMap(flaw(ofType:))
    }

    private static func flaw(of entry: DocumentEntry) -> String? {
        switch entry.key {
        case "NSPrivacyTracking":
            entry.value.boolean == nil ? "\(entry.key) is neither true nor false" : nil
        case "NSPrivacyTrackingDomains":
            entry.value.array?.allSatisfy { $0.string != nil } == true
                ? nil : "\(entry.key) is not a list of strings"
        case "NSPrivacyAccessedAPITypes":
            entry.value.array?.allSatisfy { $0.entries != nil } == true
                ? nil : "\(entry.key) is not a list of dictionaries"
        case "NSPrivacyCollectedDataTypes":
            entry.value.array == nil ? "\(entry.key) is not a list" : nil
        default: "'\(entry.key)' is not a key of a privacy manifest"
        }
    }

    private static func flaw(ofType entry: DocumentNode) -> (String, SourceSpan)? {
        guard entry.entries != nil else { return nil }
        guard let type = entry["NSPrivacyAccessedAPIType"], let name = type.string else {
            return ("an entry of NSPrivacyAccessedAPITypes has no category", entry.span)
        }
        guard RequiredReasonCategory(rawValue: name) != nil else {
            return ("'\(name)' is not a category of APIs", type.span)
        }
        guard let reasons = entry["NSPrivacyAccessedAPITypeReasons"],
            reasons.array?.allSatisfy({ $0.string != nil }) != true
        else { return nil }
        return ("NSPrivacyAccessedAPITypeReasons is not a list of strings", reasons.span)
    }
}
