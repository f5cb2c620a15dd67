import AuditFacts
import AuditPolicy
import ProtectionModel
import Documents

/// `store.default-entitlement-weak`: a default class weaker than the policy's, or none at all.
enum StoreDefaultEntitlementWeak: Rule {
    static let description = RuleDescription(
        "store.default-entitlement-weak",
        "The default data protection is weaker than the policy demands",
        severity: .high,
        isProven: true,
        summary: """
            The entitlements of an app or extension give new files a class weaker than the policy's \
            `default-class`; the class `none` is reported unless the policy demands just that.
            """,
        rationale: """
            Every file that names no class of its own gets this one, including those of frameworks and \
            caches.
            """,
        remedy: """
            Put the policy's class into `com.apple.developer.default-data-protection` and name the \
            weaker one only at the writes that need it.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            RuleExample(
                "none, without any policy",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>com.apple.developer.default-data-protection</key><string>NSFileProtectionNone</string>
                    </dict></plist>

                    """
                ],
                findings: ["App.entitlements:2"]
            ),
            RuleExample(
                "as demanded",
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
        let wanted = context.policy.defaultClass
        return context.processes.flatMap { target in
            target.releases.compactMap { configuration in
                guard let entry = configuration.entitlements?.entry(Target.defaultClassKey),
                    let found = entry.value.string.flatMap({ ProtectionClass(named: $0) }),
                    isWeak(found, wanted),
                    let path = configuration.entitlementsPath
                else { return nil }
                let demand = wanted.map { "the policy demands \($0.name)" }
                return Observation(
                    "'\(target.name)' gives new files the class \(found.name): "
                        + (demand ?? "they are readable without the passcode"),
                    path: path,
                    span: SourceSpan(entry.place)
                )
            }
        }
    }

    private static func isWeak(_ found: ProtectionClass, _ wanted: ProtectionClass?) -> Bool {
        wanted.map { found.strength < $0.strength } ?? (found == .none)
    }
}
