import AuditFacts
import AuditPolicy

/// `store.hardcoded-secret`: a literal secret in a source.
enum StoreHardcodedSecret: Rule {
    static let description = RuleDescription(
        "store.hardcoded-secret",
        "A secret is written in the source",
        severity: .medium,
        isProven: true,
        summary: """
            A constant or variable that is named for a credential begins with a literal that looks \
            like one. Names of fields and settings, placeholders, addresses, words of the interface \
            and raw values of cases are not reported.
            """,
        rationale: """
            Whoever has the app has the secret: strings are found in a binary in seconds, and it is the \
            same in every copy.
            """,
        remedy: """
            Make keys at the first start and keep them in the keychain; get what must be shared from a \
            server after the user has signed in.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1", "CRYPTO-2"],
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
                "state of the interface and empty texts",
                """
                struct Form {
                    @State var password = ""
                    var passphrase: String = ""
                    let pin = "1234"
                }
                """
            ),
        ]
    )

    /// `enum Key { static let pin = "PBKDF2Pin" }`: what something is kept under, by its own name.
    private static func isNameOfKey(_ variable: Syntax.Variable, _ value: String) -> Bool {
        let words = NameWords.words(of: variable.owner ?? "")
        guard words.last == "key" || words.last == "keys" else { return false }
        return value.lowercased().contains(variable.name.lowercased())
    }

    static func observations(in context: AuditContext) -> [Observation] {
        let shape = SecretShape(context.policy.vocabulary)
        return context.code.files.flatMap { file in
            let owners = Set(file.types.filter(hasRawValues).map(\.name))
            return file.variables.compactMap { variable -> Observation? in
                guard variable.attributes.isEmpty, let value = variable.value.flatMap(text),
                    !isCase(variable, owners), shape.isLikely(value, named: variable.name),
                    !isNameOfKey(variable, value)
                else { return nil }
                let match = context.policy.vocabulary.match(variable.name)
                let isTold = match?.sensitivity == .credential
                guard isTold || isKey(variable.name, value) else { return nil }
                return Observation(
                    "the first value of '\(variable.name)' looks like a secret",
                    confidence: isTold ? .medium : .low,
                    ceiling: isTold ? .error : .note,
                    path: file.path,
                    span: variable.span
                )
            }
        }
    }

    /// The literal that `value` is, or falls back to.
    private static func text(_ value: Syntax.Expression) -> String? {
        if case .operation("??", let operands) = value.node { return operands.last.flatMap(text) }
        let text = value.literal
        let scheme = ["Bearer ", "Basic "].first { text?.hasPrefix($0) ?? false }
        return scheme.flatMap { text?.dropFirst($0.count) }.map(String.init) ?? text
    }

    /// Whether `name` is that of a key, and `value` is made of letters and digits at random: such a key
    /// may be one of a service that everybody may know.
    private static func isKey(_ name: String, _ value: String) -> Bool {
        guard NameWords.words(of: name).last == "key", value.utf8.count >= 20 else { return false }
        let digits = value.count(where: \.isNumber)
        return digits * 6 >= value.count
    }

    /// Whether the cases of `type` may have texts as raw values: their type stands behind the name.
    private static func hasRawValues(_ type: Syntax.TypeDeclaration) -> Bool {
        type.kind == .enumeration && !type.inherited.isEmpty
    }

    /// Whether it may be a case of an enumeration in `owners`; a case has no type of its own.
    private static func isCase(_ variable: Syntax.Variable, _ owners: Set<String>) -> Bool {
        variable.type == nil && (variable.owner.map(owners.contains) ?? false)
    }
}
