import AuditPolicy
import AuditFacts

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
            Keep it in a file with a class, or in an encrypted store; keep settings alone in defaults.
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
                "pages that are open, archived",
                """
                func keep(_ urls: [URL]) throws {
                    let data = try NSKeyedArchiver.archivedData(withRootObject: urls, requiringSecureCoding: true)
                    UserDefaults.standard.set(data, forKey: "open_tabs")
                }
                """,
                findings: [3]
            ),
            .swift(
                "drafts, by their type's name",
                """
                struct MessageDraftStore {
                    let key: Key
                    var wrappedValue: [String: String] {
                        get { [:] }
                        set { AppGroup.userDefaults().set(newValue, forKey: key.rawValue) }
                    }
                }
                """,
                findings: [5]
            ),
            .objectiveC(
                "a number",
                """
                void keep(NSString *phoneNumber) {
                    [[NSUserDefaults standardUserDefaults] setObject:phoneNumber forKey:@"n"];
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
            .swift(
                "removing",
                """
                func forget() {
                    UserDefaults.standard.removeObject(forKey: "open_tabs")
                    UserDefaults.standard.set(nil, forKey: "email")
                }
                """
            ),
            .swift(
                "a theme",
                """
                func keep(_ theme: String) { UserDefaults.standard.set(theme, forKey: "theme") }
                """
            ),
            .swift(
                "a layout of the mail view",
                """
                func keep(_ layout: String) {
                    UserDefaults.standard.set(layout, forKey: "emailFieldLayout")
                }
                """
            ),
            .swift(
                "somebody's cache",
                """
                func keep(_ email: String, _ cache: NSCache<NSString, NSString>) {
                    cache.setObject(email as NSString, forKey: "email")
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
