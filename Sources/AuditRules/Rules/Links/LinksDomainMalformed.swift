import Documents
import AuditFacts

/// `links.domain-malformed`: an associated domain that the system does not understand.
enum LinksDomainMalformed: Rule {
    static let description = RuleDescription(
        "links.domain-malformed",
        "An associated domain is malformed",
        severity: .high,
        isProven: false,
        summary: """
            An entry of the associated-domains entitlement is not `service:domain`: it has a scheme, \
            a path, a port or a space, no domain, or an unknown service.
            """,
        rationale: """
            The system silently ignores such an entry: links open in the browser, where \
            another site can pass for the app, and passwords are not offered.
            """,
        remedy: "Write `applinks:example.com`, without `https://` and without a path.",
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            tests: ["0070"],
            weaknesses: ["0029"]
        ),
        examples: [
            RuleExample(
                "a scheme and a path",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>com.apple.developer.associated-domains</key><array>
                    <string>applinks:https://a.example/</string>
                    <string>applinks:a.example/path</string>
                    </array></dict></plist>
                    """
                ],
                findings: ["App.entitlements:3", "App.entitlements:4"]
            ),
            RuleExample(
                "as it should be",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>com.apple.developer.associated-domains</key><array>
                    <string>applinks:a.example</string>
                    <string>webcredentials:a.example</string>
                    </array></dict></plist>
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.entitlements).flatMap { document in
            (document.root?[AssociatedDomain.key]?.array ?? []).compactMap { node in
                guard let text = node.string, let flaw = AssociatedDomain.flaw(of: text) else {
                    return nil
                }
                return Observation("'\(text)': \(flaw)", path: document.path, span: node.span)
            }
        }
    }
}
