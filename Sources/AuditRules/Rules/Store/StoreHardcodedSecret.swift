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
            like one; or such a literal is handed on as a credential: by the label of an argument, \
            the key of an entry, the name of a property or header. Names of fields and settings, \
            placeholders, addresses, words of the interface and raw values of cases are not reported.
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

    static let watches: Set<String> = [NamesInBody.token]

    static func observations(in context: AuditContext) -> [Observation] {
        let shape = SecretShape(context.policy.vocabulary)
        return declared(shape, context) + handed(shape, context)
    }

    // MARK: Properties and globals

    private static func declared(_ shape: SecretShape, _ context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file in
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

    // MARK: Functions

    /// What functions hand on, or give to local values and the properties of objects.
    private static func handed(_ shape: SecretShape, _ context: AuditContext) -> [Observation] {
        context.code.scopes(calling: [NamesInBody.token]).filter { !isSample($0) }
            .flatMap { scope in
                given(in: scope).compactMap { name, value -> Observation? in
                    guard let text = text(value), shape.isLikely(text, named: name),
                        let match = context.policy.vocabulary.match(name),
                        match.sensitivity == .credential
                    else { return nil }
                    return Observation(
                        "what is given as '\(name)' looks like a secret",
                        confidence: match.isGuess ? .low : .medium,
                        ceiling: match.isGuess ? .note : .warning,
                        path: scope.file.path,
                        span: SourceSpan(value.place)
                    )
                }
            }
    }

    /// Whether its values are made up, for samples and tests.
    private static func isSample(_ scope: CodeScope) -> Bool {
        ([scope.function.name] + [scope.function.type].compactMap(\.self)).contains { name in
            NameWords.words(of: name).contains(where: samples.contains)
        }
    }

    private static let samples: Set<String> = [
        "preview", "sample", "samples", "mock", "mocks", "stub", "example", "demo",
    ]

    /// Values and what each is given as.
    private static func given(in scope: CodeScope) -> [(name: String, value: Syntax.Expression)] {
        let bound = scope.steps.compactMap { step -> (String, Syntax.Expression)? in
            switch step.statement.kind {
            case .variable(let name, _, .some(let value)) where !isDeclared(scope): (name, value)
            case .assignment(let target, let value):
                key(of: target).map { ($0, value) }
            default: nil
            }
        }
        return bound + scope.expressions.flatMap(\.parts).flatMap(given(in:))
    }

    /// Whether its values are properties and globals.
    private static func isDeclared(_ scope: CodeScope) -> Bool {
        let function = scope.function
        return function.modifiers.contains("=") || function.name == "main" && function.type == nil
    }

    private static func given(
        in part: Syntax.Expression
    ) -> [(name: String, value: Syntax.Expression)] {
        switch part.node {
        case .dictionary(let entries):
            return entries.compactMap { entry in
                (entry.key.literal ?? entry.key.lastName).map { ($0, entry.value) }
            }
        case .call(let call):
            // `setValue("Bearer …", forHTTPHeaderField: "Authorization")`.
            if let field = call["forHTTPHeaderField"]?.literal, let value = call.arguments.first {
                return [(field == "Authorization" ? "authorization token" : field, value.value)]
            }
            return zip(labels(of: call), call.arguments).map { ($0, $1.value) }
        default: return []
        }
    }

    /// What `call` calls its arguments: `api key` in `startWithApiKey:`.
    private static func labels(of call: Syntax.Call) -> [String] {
        guard let name = call.name, name.contains(":") else {
            return call.arguments.map { $0.label ?? "" }
        }
        return name.split(separator: ":").map { part in
            let words = NameWords.words(of: String(part))
            return words.reversed().prefix { $0 != "with" }.reversed().joined(separator: " ")
        }
    }

    /// The property or key that is assigned to.
    private static func key(of target: Syntax.Expression) -> String? {
        guard case .element(_, let arguments) = target.node else { return target.lastName }
        return arguments.first.flatMap { $0.value.literal ?? $0.value.lastName }
    }

    // MARK: Values

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
