/// `store.hardcoded-secret`: a literal secret in a source.
enum HardcodedSecretRule: Rule {
    static let description = RuleDescription(
        "store.hardcoded-secret",
        "A secret stands in the source",
        severity: .medium,
        isProven: true,
        summary: """
            A constant or variable that is named for a credential begins with a literal that looks \
            like one. Names of fields and settings, placeholders, addresses and words of the \
            interface are not reported.
            """,
        rationale: """
            Whoever has the app has the secret: texts are found in a binary in seconds, and it is the \
            same in every copy.
            """,
        remedy: """
            Make keys at the first start and keep them in the keychain; get what must be shared from a \
            server after the user has signed in.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0213"],
            weaknesses: ["0004"],
            commonWeaknesses: [798]
        ),
        examples: [
            .swift(
                "a key, a password, a token",
                """
                class Exercise {
                    var encryptionKey = "myencrytionkey"
                    let password = "ev8848@1953"
                }
                fileprivate let accessToken = "8f14e45fceea167a5a36dedd4bea2543"
                """,
                findings: [2, 3, 5]
            ),
            .swift(
                "a word in small letters",
                """
                fileprivate let cookiePassword = "dvpassword"
                """,
                findings: [1]
            ),
            .objectiveC(
                "a macro",
                """
                #define API_SECRET @"x9KfP2mQ7rT4vW8z"
                """,
                findings: [1]
            ),
            .swift(
                "state of the interface and empty texts",
                """
                struct Form {
                    @State var password = ""
                    var passphrase: String = ""
                    let pin = "1234"
                }
                """
            ),
            .swift(
                "names of fields, keys and settings",
                """
                enum Keys {
                    static let password = "Password"
                    static let accessToken = "access_token"
                    static let secretKey = "com.example.secret"
                    static let passcode = "kSettingPasscode"
                    static let credential = "credential-identifier"
                    let tokenHeader = "X-Auth-Token-2"
                }
                """
            ),
            .swift(
                "words for the reader",
                """
                let passwordPrompt = "Please enter your password"
                let wrongPassword = "That is not right"
                let password = NSLocalizedString("settings.password.title", comment: "")
                """
            ),
            .swift(
                "addresses and placeholders",
                """
                let token = "https://example.com/a1b2c3"
                let apiKey = "$(API_KEY_42)"
                let secret = "<your secret here>"
                let password = "••••••••"
                """
            ),
            .swift(
                "cases of an enumeration",
                """
                enum Field: String { case password = "pw-field-17", token }
                """
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file in
            let enumerations = Set(file.types.filter { $0.kind == .enumeration }.map(\.name))
            return file.variables.compactMap { variable -> Observation? in
                guard variable.attributes.isEmpty, let value = variable.value?.literal,
                    let match = context.policy.vocabulary.match(variable.name),
                    match.sensitivity == .credential,
                    variable.owner.map({ !enumerations.contains($0) }) ?? true,
                    SecretShape.isLikely(value, named: variable.name)
                else { return nil }
                return Observation(
                    "'\(variable.name)' begins with a literal that looks like a secret",
                    confidence: .medium,
                    path: file.path,
                    span: variable.span
                )
            }
        }
    }
}
