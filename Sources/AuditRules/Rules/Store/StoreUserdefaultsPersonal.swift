import AuditFacts
import AuditPolicy

/// `store.userdefaults-personal`: personal data in `UserDefaults`.
enum StoreUserdefaultsPersonal: Rule {
    static let description = RuleDescription(
        "store.userdefaults-personal",
        "Personal data is kept in UserDefaults",
        severity: .medium,
        isProven: true,
        summary: """
            A value or key that the vocabulary calls personal is put into `UserDefaults`, by a call, \
            `@AppStorage` or a typed key. Truth values, numbers and dates are not reported, nor what \
            is only read or removed.
            """,
        rationale: """
            Defaults are a property list of the system's default class whatever the app's entitlement \
            says: readable while the device is locked, and copied into every backup.
            """,
        remedy: """
            Keep it in a file with a protection class or in an encrypted store, and only settings in \
            defaults.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [359]
        ),
        examples: [
            .swift(
                "an address",
                """
                func keep(_ email: String) {
                    UserDefaults.standard.set(email, forKey: "support")
                }
                """,
                findings: [2]
            ),
            .swift(
                "settings about mail",
                """
                func keep(_ emailNotificationsOn: Bool, _ isEmailVerified: Bool) {
                    UserDefaults.standard.set(emailNotificationsOn, forKey: "emailNotificationsOn")
                    UserDefaults.standard.set(isEmailVerified, forKey: "email")
                    UserDefaults.standard.set(3, forKey: "phone")
                }
                """
            ),
        ]
    )

    static let watches = DefaultsWrites.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(ofDefaults: .personal)
    }
}
