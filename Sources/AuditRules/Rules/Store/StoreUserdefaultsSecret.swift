import AuditPolicy
import AuditFacts

/// `store.userdefaults-secret`: a credential in `UserDefaults`.
enum StoreUserdefaultsSecret: Rule {
    static let description = RuleDescription(
        "store.userdefaults-secret",
        "A credential is kept in UserDefaults",
        severity: .high,
        isProven: true,
        summary: """
            A value or key that the vocabulary calls a credential is put into `UserDefaults`, by a \
            call, `@AppStorage` or a typed key. Truth values, numbers and dates are not reported, nor \
            what is only read or removed.
            """,
        rationale: """
            Defaults are a property list of the system's default class: plain text on disk, readable \
            while the device is locked, copied into every backup, and shared with all extensions of \
            an app group.
            """,
        remedy: """
            Keep it in the keychain with `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`, or with \
            `…AfterFirstUnlockThisDeviceOnly` where background work needs it.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [312]
        ),
        examples: [
            .swift(
                "a PIN under its key",
                """
                func keep(_ code: String) {
                    UserDefaults.standard.set(code, forKey: "PIN")
                }
                """,
                findings: [2]
            ),
            .swift(
                "a token under a constant, in an app group",
                """
                enum Keys { static let session = "s" }
                func keep(accessToken: String) {
                    let defaults = UserDefaults(suiteName: "group.example")
                    defaults?.set(accessToken, forKey: Keys.session)
                }
                """,
                findings: [4]
            ),
            .swift(
                "a typed key and a wrapper",
                """
                struct Settings {
                    static let credential = Option<String?>(key: "vpn.credential", default: nil)
                    @AppStorage("password") var word: String = ""
                }
                """,
                findings: [2, 3]
            ),
            .swift(
                "a property without a written type",
                """
                final class Session {
                    private let defaults = UserDefaults.standard
                    func keep(_ password: String) { defaults.set(password, forKey: "p") }
                }
                """,
                findings: [3]
            ),
            .objectiveC(
                "a message",
                """
                void keep(NSString *password) {
                    [[NSUserDefaults standardUserDefaults] setObject:password forKey:@"p"];
                }
                """,
                findings: [2]
            ),
            .swift(
                "whether there is a passcode is no passcode",
                """
                enum Keys { static let passcode = "passcode" }
                struct Settings {
                    @AppStorage("passcodeOn") var passcodeOn = false
                    static let passcode = Option<Bool>(key: "passcode", default: false)
                }
                func keep(_ isOn: Bool, _ defaults: UserDefaults) {
                    defaults.set(isOn, forKey: Keys.passcode)
                    defaults.set(true, forKey: "hasPassword")
                    defaults.set(Date(), forKey: "passwordChanged")
                }
                """
            ),
            .swift(
                "reading and removing",
                """
                func migrate(_ defaults: UserDefaults) -> String? {
                    let password = defaults.string(forKey: "password")
                    defaults.removeObject(forKey: "password")
                    defaults.set(nil, forKey: "password")
                    return password
                }
                """
            ),
            .swift(
                "a row's number",
                """
                func keep(_ documentID: String) {
                    UserDefaults.standard.set(documentID, forKey: "documentID")
                }
                """
            ),
            .swift(
                "another kind of dictionary",
                """
                func fill(_ password: String, _ query: NSMutableDictionary) {
                    query.set(password, forKey: "password")
                }
                """
            ),
            .swift(
                "words that contain such words",
                """
                func keep(_ keyboard: String, _ tokenizer: String) {
                    UserDefaults.standard.set(keyboard, forKey: "pinnedKeyboard")
                    UserDefaults.standard.set(tokenizer, forKey: "secretary")
                }
                """
            ),
        ]
    )

    static let watches = DefaultsWrites.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(ofDefaults: .credential)
    }
}
