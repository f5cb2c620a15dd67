import AuditFacts
import AuditPolicy
import ProtectionModel
import Documents

/// `store.default-entitlement-missing`: a target without the default class the policy demands.
enum StoreDefaultEntitlementMissing: Rule {
    static let description = RuleDescription(
        "store.default-entitlement-missing",
        "A target has no default data protection",
        severity: .medium,
        isProven: true,
        summary: """
            The policy demands a default class and the entitlements of an app or extension do not \
            give one in a release configuration. A policy without `default-class` asks for none, \
            and the class that iOS gives by itself needs no entitlement.
            """,
        rationale: """
            The entitlement is the only class that covers what frameworks, caches and forgotten \
            writes create. Without it each of them has the system's default.
            """,
        remedy: """
            Add `com.apple.developer.default-data-protection` with the policy's class to the target's \
            entitlements, for every release configuration.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            RuleExample(
                "entitlements without the key",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    </dict></plist>

                    """
                ],
                policy: "default-class: complete",
                findings: ["App.entitlements:1"]
            ),
            RuleExample(
                "the class itself",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>
                    </dict></plist>

                    """
                ],
                policy: "default-class: complete"
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        // What iOS gives by itself needs no entitlement.
        guard let wanted = context.policy.defaultClass,
            wanted.strength > ProtectionClass.completeUntilFirstUserAuthentication.strength
        else { return [] }
        return context.processes.compactMap { target in
            guard
                let lacking = target.releases.first(where: {
                    $0.entitlements?[Target.defaultClassKey] == nil
                })
            else { return nil }
            let unread = lacking.entitlementsPath != nil && lacking.entitlements == nil
            guard !unread else { return nil }
            return Observation(
                "'\(target.name)' has no default class in \(lacking.name): the policy demands \(wanted.name)",
                path: lacking.entitlementsPath ?? target.project,
                span: lacking.entitlementsPath == nil
                    ? SourceSpan(target.place) : SourceSpan(.start),
                isAboutFile: lacking.entitlementsPath != nil
            )
        }
    }
}
