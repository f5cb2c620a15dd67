import Documents
import AuditFacts

/// `privacy.collected-malformed`: an entry about collected data that is incomplete or unknown.
enum PrivacyCollectedMalformed: Rule {
    static let description = RuleDescription(
        "privacy.collected-malformed",
        "An entry about collected data is incomplete",
        severity: .high,
        isProven: false,
        summary: """
            An entry of `NSPrivacyCollectedDataTypes` lacks its type, whether it is linked to the \
            user, whether it is used for tracking, or its purposes, or has one that Apple does not \
            know.
            """,
        rationale: """
            Xcode's privacy report leaves such an entry out, and what the App Store shows is not what \
            the app does.
            """,
        remedy: "Complete the entry with the words of Apple's list.",
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            RuleExample(
                "no purposes",
                in: .app,
                files: [
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyCollectedDataTypes</key><array>
                    <dict>
                    <key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeName</string>
                    <key>NSPrivacyCollectedDataTypeLinked</key><true/>
                    <key>NSPrivacyCollectedDataTypeTracking</key><false/>

                    </dict>
                    </array>
                    </dict></plist>

                    """
                ],
                findings: ["App/PrivacyInfo.xcprivacy:3"]
            ),
            RuleExample(
                "complete",
                in: .app,
                files: [
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyCollectedDataTypes</key><array>
                    <dict>
                    <key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeName</string>
                    <key>NSPrivacyCollectedDataTypeLinked</key><true/>
                    <key>NSPrivacyCollectedDataTypeTracking</key><false/>
                    <key>NSPrivacyCollectedDataTypePurposes</key><array><string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string></array>
                    </dict>
                    </array>
                    </dict></plist>

                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.privacyManifest).flatMap { document in
            (document.root?["NSPrivacyCollectedDataTypes"]?.array ?? []).compactMap { entry in
                let flaws = CollectedData.flaws(of: entry)
                guard !flaws.isEmpty else { return nil }
                return Observation(
                    flaws.joined(separator: "; "),
                    path: document.path,
                    span: entry.span
                )
            }
        }
    }
}
