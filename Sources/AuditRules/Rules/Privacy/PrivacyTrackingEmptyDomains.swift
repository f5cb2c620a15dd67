import AuditFacts
import Documents

/// `privacy.tracking-empty-domains`: a manifest whose tracking domains do not fit what it says of tracking.
///
/// Each manifest is judged alone, as the App Store does (Apple, TN3181, "Debugging an invalid privacy
/// manifest").
enum PrivacyTrackingEmptyDomains: Rule {
    static let description = RuleDescription(
        "privacy.tracking-empty-domains",
        "The tracking domains of a privacy manifest do not fit what it says of tracking",
        severity: .high,
        isProven: false,
        summary: """
            `NSPrivacyTracking` is true and `NSPrivacyTrackingDomains` is missing or empty, or it is \
            false and domains are listed, or what is listed is more than a domain.
            """,
        rationale: """
            The system blocks the listed domains until the user agrees to tracking. Nothing is \
            blocked where nothing is listed, and the App Store refuses the manifest.
            """,
        remedy: """
            List the domains that are used for tracking, without scheme and path, or say that there \
            is no tracking and list none.
            """,
        references: RuleReferences(
            controls: ["PRIVACY-3"],
            tests: ["0281"],
            weaknesses: ["0074"]
        ),
        examples: [
            RuleExample(
                "no list",
                in: .app,
                files: [
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyTracking</key><true/>
                    </dict></plist>

                    """
                ],
                findings: ["App/PrivacyInfo.xcprivacy:2"]
            ),
            RuleExample(
                "a domain",
                in: .app,
                files: [
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyTracking</key><true/>
                    <key>NSPrivacyTrackingDomains</key><array><string>ads.example</string></array>
                    </dict></plist>

                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.privacyManifest).flatMap { document -> [Observation] in
            guard let root = document.root, let entry = root.entry("NSPrivacyTracking") else {
                return []
            }
            let domains = (root["NSPrivacyTrackingDomains"]?.array ?? []).filter {
                $0.string?.isEmpty == false
            }
            return flaws(of: entry, domains).map { message, span in
                Observation(message, path: document.path, span: span)
            }
        }
    }

    /// What is wrong with the `domains` of a manifest that says `entry` of tracking.
    private static func flaws(
        of entry: DocumentEntry,
        _ domains: [DocumentNode]
    ) -> [(String, SourceSpan)] {
        let span = SourceSpan(entry.place)
        switch entry.value.boolean {
        case true? where domains.isEmpty:
            return [("NSPrivacyTracking is true and no tracking domain is listed", span)]
        case false? where !domains.isEmpty:
            return [("NSPrivacyTracking is false and tracking domains are listed", span)]
        default:
            return domains.compactMap { node in
                guard let text = node.string, text.contains(where: { "/?#:".contains($0) }) else {
                    return nil
                }
                return ("\(text.quotedForMessage) is more than a domain", node.span)
            }
        }
    }
}
