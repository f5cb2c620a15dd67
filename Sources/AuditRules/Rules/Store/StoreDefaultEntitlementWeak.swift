import AuditPolicy
import AuditFacts
import ProtectionModel

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
            Every file that names no class of its own gets this one, also those of frameworks and \
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
            DefaultClassExample.app(
                "none, without any policy",
                "NSFileProtectionNone",
                policy: "",
                findings: ["App.entitlements:2"]
            ),
            DefaultClassExample.app(
                "weaker than demanded",
                "NSFileProtectionCompleteUntilFirstUserAuthentication",
                findings: ["App.entitlements:2"]
            ),
            DefaultClassExample.pair(
                "in one of two targets",
                app: "NSFileProtectionComplete",
                extension: "NSFileProtectionNone",
                findings: ["Share.entitlements:2"]
            ),
            DefaultClassExample.app("as demanded", "NSFileProtectionComplete"),
            DefaultClassExample.app("missing is another rule's matter", nil),
            DefaultClassExample.app(
                "no policy demands more",
                "NSFileProtectionCompleteUntilFirstUserAuthentication",
                policy: ""
            ),
            DefaultClassExample.app(
                "as demanded, or stronger",
                "NSFileProtectionComplete",
                policy: "default-class: complete-unless-open"
            ),
            DefaultClassExample.app("not resolved, so not judged", "$(PROTECTION)"),
            DefaultClassExample.app(
                "none, which the policy demands",
                "NSFileProtectionNone",
                policy: "default-class: none"
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
