import AuditFacts

/// `store.hardcoded-key`: something is encrypted with a key that stands in the source.
enum StoreHardcodedKey: Rule {
    static let description = RuleDescription(
        "store.hardcoded-key",
        "Something is encrypted with a key that every copy of the app has",
        severity: .medium,
        isProven: true,
        summary: """
            The key of a cipher or database, or the password that it is derived from, is a literal, a \
            constant or a list of numbers. Keys that only authenticate are reported as notes: what \
            they are used for may be public.
            """,
        rationale: """
            Whoever has the app has the key: strings are found in a binary in seconds, and one key opens \
            the data of all users.
            """,
        remedy: """
            Make the key at the first start with `SecRandomCopyBytes` or `SymmetricKey(size:)` and keep \
            it in the keychain, or derive it from what the user enters.
            """,
        references: RuleReferences(
            controls: ["CRYPTO-2"],
            tests: ["0213"],
            weaknesses: ["0013"],
            commonWeaknesses: [321]
        ),
        examples: [
            .swift(
                "literals, constants and the bytes of a text",
                """
                enum Keys { static let diary = "c8f1-diary" }
                func seal(_ page: Data) throws {
                    let key = SymmetricKey(data: Data("0123456789abcdef".utf8))
                    sqlite3_key(db, Keys.diary, 10)
                    let aes = try AES(key: [1, 2, 3, 4], blockMode: mode)
                }
                """,
                findings: [3, 4, 5]
            ),
            .swift(
                "made at random, or of what the user enters",
                """
                func seal(_ page: Data, _ passphrase: String) throws {
                    let key = SymmetricKey(size: .bits256)
                    let own = SymmetricKey(data: Data(passphrase.utf8))
                    let stored = SymmetricKey(data: try keychain.read("diary"))
                }
                """
            ),
        ]
    )

    static let watches = KeyUse.watched

    static func observations(in context: AuditContext) -> [Observation] {
        KeyUse.all(in: context.calls).filter { context.calls.isFixed($0.value, in: $0.scope) }
            .map { use in
                let name = ValueForms.name(of: use.value).map { "'\($0)'" } ?? "the key"
                return Observation(
                    "\(name) is a constant, the same in every copy of the app",
                    confidence: use.isAuthenticating ? .low : .medium,
                    ceiling: use.isAuthenticating ? .note : .error,
                    path: use.scope.file.path,
                    span: use.span,
                    way: use.way.isEmpty
                        ? []
                        : [
                            RelatedPlace(
                                "the key is handed on here",
                                path: use.scope.file.path,
                                line: Int(use.span.start.line)
                            )
                        ] + use.way
                )
            }
    }
}
