import Documents
import AuditFacts

/// `privacy.reason-invalid`: a reason that its category does not have, or none.
enum PrivacyReasonInvalid: Rule {
    static let description = RuleDescription(
        "privacy.reason-invalid",
        "A privacy manifest gives a reason that its category does not have",
        severity: .high,
        isProven: false,
        summary: """
            A category of `NSPrivacyAccessedAPITypes` has a reason that Apple does not allow for it, \
            or no reason at all. The table of reasons is that of 2026-09.
            """,
        rationale: "The App Store refuses a manifest with a reason it does not know.",
        remedy: "Take the reason that is true from Apple's list for that category.",
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            RuleExample(
                "the reason of another category",
                in: .app,
                files: [
                    "App/Example.swift": "let a = 1",
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyAccessedAPITypes</key><array>
                    <dict><key>NSPrivacyAccessedAPIType</key>
                    <string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
                    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict>
                    </array>
                    </dict></plist>

                    """,
                ],
                findings: ["App/PrivacyInfo.xcprivacy:5"]
            ),
            RuleExample(
                "one right reason each",
                in: .app,
                files: [
                    "App/Example.swift": "let a = 1",
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyAccessedAPITypes</key><array>
                    <dict><key>NSPrivacyAccessedAPIType</key>
                    <string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
                    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>C617.1</string></array></dict>
                    <dict><key>NSPrivacyAccessedAPIType</key>
                    <string>NSPrivacyAccessedAPICategorySystemBootTime</string>
                    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>35F9.1</string></array></dict>
                    </array>
                    </dict></plist>

                    """,
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.privacyManifest).flatMap { document in
            AccessedCategory.all(in: document).flatMap { entry -> [Observation] in
                guard let category = entry.category else { return [] }
                guard !entry.reasons.isEmpty else {
                    return [
                        Observation(
                            "\(category.shortName) is declared without a reason",
                            path: document.path,
                            span: entry.span
                        )
                    ]
                }
                return entry.reasons.compactMap { reason in
                    guard let code = reason.string, !category.reasons.contains(code) else {
                        return nil
                    }
                    return Observation(
                        "'\(code)' is not a reason for \(category.shortName), which has "
                            + category.reasons.joined(separator: ", "),
                        path: document.path,
                        span: reason.span
                    )
                }
            }
        }
    }
}
