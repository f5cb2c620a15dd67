import AuditFacts
import AuditPolicy

/// `keychain.when-unlocked-background`: an item that cannot be read where it is needed.
enum KeychainWhenUnlockedBackground: Rule {
    private static let secretStore = """
        final class SecretStore {
            func add(_ data: Data) {
                SecItemAdd([kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly] as CFDictionary, nil)
            }
        }
        """

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
            RuleExample(
                "a notification service",
                in: .app(withExtension: "com.apple.usernotifications.service"),
                files: [
                    "App/App.swift": """
                    final class App { let store = SecretStore() }

                    """,
                    "Extension/Service.swift": """
                    final class Service { let store = SecretStore() }

                    """,
                    "Kit/SecretStore.swift": secretStore,
                ],
                findings: ["Kit/SecretStore.swift:3"]
            ),
            RuleExample(
                "an extension that runs in front of the user",
                in: .app(withExtension: "com.apple.authentication-services-credential-provider-ui"),
                files: [
                    "App/App.swift": """
                    final class App { let store = SecretStore() }

                    """,
                    "Extension/Service.swift": """
                    final class Service { let store = SecretStore() }

                    """,
                    "Kit/SecretStore.swift": secretStore,
                ]
            ),
        ]
    )

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
