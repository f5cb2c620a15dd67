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
            example("no purposes", purposes: nil, isBad: true),
            example("an unknown type", type: "ShoeSize", isBad: true),
            example("an unknown purpose", purposes: "<string>Fun</string>", isBad: true),
            example("linked is a text", linked: "<string>YES</string>", isBad: true),
            PrivacyExample.manifest(
                "a list of texts",
                "<key>NSPrivacyCollectedDataTypes</key><array><string>Name</string></array>",
                findings: [2]
            ),
            example("complete"),
            example("another type", type: "PhotosorVideos"),
            example("several purposes", purposes: purpose("Analytics") + purpose("Other")),
            PrivacyExample.manifest(
                "nothing is collected",
                "<key>NSPrivacyCollectedDataTypes</key><array/>"
            ),
            PrivacyExample.manifest("says nothing", ""),
        ]
    )

    private static func purpose(_ name: String) -> String {
        "<string>NSPrivacyCollectedDataTypePurpose\(name)</string>"
    }

    private static func example(
        _ title: String,
        type: String = "Name",
        linked: String = "<true/>",
        purposes: String? = purpose("AppFunctionality"),
        isBad: Bool = false
    ) -> RuleExample {
        let list = purposes.map {
            "<key>NSPrivacyCollectedDataTypePurposes</key><array>\($0)</array>"
        }
        return PrivacyExample.manifest(
            title,
            """
            <key>NSPrivacyCollectedDataTypes</key><array>
            <dict>
            <key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataType\(type)</string>
            <key>NSPrivacyCollectedDataTypeLinked</key>\(linked)
            <key>NSPrivacyCollectedDataTypeTracking</key><false/>
            \(list ?? "")
            </dict>
            </array>
            """,
            findings: isBad ? [3] : []
        )
    }

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
