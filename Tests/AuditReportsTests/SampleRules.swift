import AuditFacts
import AuditReports
import AuditRules

/// Rules that the sample report speaks of; `restore.from-tomorrow` is missing on purpose.
enum SampleRules {
    static let book = RuleBook([classNone, defaultsSecret, keyboardCache])

    private static let classNone = RuleDescription(
        "store.class-none",
        "Data is written without protection",
        severity: .high,
        isProven: true,
        summary: "A file, folder or database is given the class `none`.",
        rationale: """
            A file of class `none` is encrypted with a key that every booted device has: whoever \
            takes the device reads it without the passcode.
            """,
        remedy: "Leave the class out, or name the weakest one that every reader can work with.",
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            .swift(
                "an option of a write",
                """
                func save(_ data: Data, to url: URL) throws {
                    try data.write(to: url, options: [.atomic, .noFileProtection])
                }
                """,
                findings: [2]
            ),
            .swift(
                "another class",
                """
                func save(_ data: Data, to url: URL) throws {
                    try data.write(to: url, options: .completeFileProtection)
                }
                """
            ),
        ]
    )

    private static let defaultsSecret = RuleDescription(
        "store.defaults-secret",
        "A secret is kept in the defaults",
        severity: .critical,
        isProven: true,
        summary: "A password, token or key is written to `UserDefaults`.",
        rationale: "Defaults are a property list of class C, and part of every backup.",
        remedy: "Keep secrets in the keychain, with a class that says `ThisDeviceOnly`.",
        references: RuleReferences(controls: ["STORAGE-1"], commonWeaknesses: [312]),
        examples: []
    )

    private static let keyboardCache = RuleDescription(
        "restore.keyboard-cache",
        "The keyboard learns what is typed",
        severity: .low,
        isProven: false,
        summary: "A field for personal data leaves autocorrection on.",
        rationale: "What the keyboard learns is kept outside of the app: \"here\" & <there>.",
        remedy: "Turn autocorrection off, or make the field a secure one.",
        references: RuleReferences(controls: ["PLATFORM-3"], tests: ["0313"]),
        examples: []
    )
}
