import AuditPolicy
import AuditFacts

/// `keychain.when-unlocked-background`: an item that cannot be read where it is needed.
enum KeychainWhenUnlockedBackground: Rule {
    static let description = RuleDescription(
        "keychain.when-unlocked-background",
        "A keychain item cannot be read by code that runs while the device is locked",
        severity: .high,
        isProven: true,
        summary: """
            A source stores items as `WhenUnlocked` and is part of an extension that runs while the \
            device is locked, such as a notification service, whose own sources use it.
            """,
        rationale: """
            The read fails with `errSecInteractionNotAllowed` whenever the device is locked: \
            notifications arrive undecrypted, calls do not ring. Tests on an unlocked device never \
            show it.
            """,
        remedy: """
            Give the items that background code needs \
            `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`, and only those.
            """,
        references: RuleReferences(commonWeaknesses: [755]),
        examples: [
            example(
                "a notification service",
                point: "com.apple.usernotifications.service",
                uses: "SecretStore",
                findings: ["Kit/SecretStore.swift:3"]
            ),
            example(
                "a packet tunnel",
                point: "com.apple.networkextension.packet-tunnel",
                uses: "SecretStore",
                findings: ["Kit/SecretStore.swift:3"]
            ),
            example(
                "a widget",
                point: "com.apple.widgetkit-extension",
                uses: "SecretStore",
                findings: ["Kit/SecretStore.swift:3"]
            ),
            example(
                "an extension that runs in front of the user",
                point: "com.apple.authentication-services-credential-provider-ui",
                uses: "SecretStore"
            ),
            example(
                "an extension that does not use it",
                point: "com.apple.usernotifications.service",
                uses: "Other"
            ),
            example(
                "an item for the time after the first unlock",
                point: "com.apple.usernotifications.service",
                uses: "SecretStore",
                constant: "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"
            ),
            example("no extension", point: "com.apple.share-services", uses: "SecretStore"),
            .swift(
                "no target at all",
                """
                func add(_ data: Data) {
                    SecItemAdd([kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary, nil)
                }
                """
            ),
        ]
    )

    private static func example(
        _ title: String,
        point: String,
        uses: String,
        constant: String = "kSecAttrAccessibleWhenUnlockedThisDeviceOnly",
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": ExampleTarget.project(
                    .app("App", "Kit"),
                    .appExtension("Extension", "Extension", "Kit", point: point)
                ),
                "Extension/Service.swift": "final class Service { let store = \(uses)() }\n",
                "App/App.swift": "final class App { let store = SecretStore() }\n",
                "Kit/SecretStore.swift": """
                final class SecretStore {
                    func add(_ data: Data) {
                        SecItemAdd([kSecValueData: data, kSecAttrAccessible: \(constant)] as CFDictionary, nil)
                    }
                }
                """,
            ],
            findings: findings
        )
    }

    static let watches = KeychainUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.keychain.compactMap { use in
            guard use.accessibility == .whenUnlocked,
                let target = context.lockedReader(of: use.path, type: use.type)
            else { return nil }
            return Observation(
                "accessible WhenUnlocked: '\(target.target.name)' runs as \(target.context.name) while the device is locked",
                confidence: .medium,
                path: use.path,
                span: use.span
            )
        }
    }
}
