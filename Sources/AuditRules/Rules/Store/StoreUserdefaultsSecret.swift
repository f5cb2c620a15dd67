import AuditFacts
import AuditPolicy

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
                "whether a passcode is set is not a secret",
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
        ]
    )

    static let watches = DefaultsWrites.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(ofDefaults: .credential)
    }
}
