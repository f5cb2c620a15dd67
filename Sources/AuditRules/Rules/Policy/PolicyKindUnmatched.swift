import AuditFacts
import AuditPolicy

/// `policy.kind-unmatched`: a kind of data that nothing belongs to.
enum PolicyKindUnmatched: Rule {
    static let description = RuleDescription(
        "policy.kind-unmatched",
        "A kind of data in the policy matches nothing",
        severity: .low,
        isProven: true,
        summary: """
            No path in code or on an audited device, and no name of a type, function or variable, \
            belongs to a kind of data that the policy declares. Kinds that are `planned` or known by \
            keys are left alone, and without sources so are those that have no paths.
            """,
        rationale: """
            Demands of a kind that matches nothing are never checked, though the policy looks as if \
            they were.
            """,
        remedy: """
            Say where the data lives (`paths`, `symbols`, `keys`), mend the spelling, or mark the kind \
            with `planned: true` until it is there.
            """,
        references: RuleReferences(),
        examples: [
            RuleExample(
                "a misspelled type",
                files: [
                    "TokenStore.swift": """
                    struct TokenStore {
                        func save(_ data: Data, in folder: URL) throws {
                            try data.write(to: folder.appendingPathComponent("tokens.json"))
                        }
                    }
                    """
                ],
                policy: """
                    kinds:
                      tokens: {symbols: [TokenStoer]}
                    """,
                findings: ["example.yml:5"]
            ),
            RuleExample(
                "a type",
                files: [
                    "TokenStore.swift": """
                    struct TokenStore {
                        func save(_ data: Data, in folder: URL) throws {
                            try data.write(to: folder.appendingPathComponent("tokens.json"))
                        }
                    }
                    """
                ],
                policy: """
                    kinds:
                      tokens: {symbols: [TokenStore]}
                    """
            ),
        ]
    )

    /// A file in the documents folder.
    private static func file(
        _ title: String,
        _ fields: String,
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "Mail.swift": """
                func save(_ data: Data) throws {
                    let folder = URL.documentsDirectory.appendingPathComponent("mail")
                    try data.write(to: folder.appendingPathComponent("inbox.json"))
                }
                """
            ],
            policy: "kinds:\n  mail: {\(fields)}",
            findings: findings
        )
    }

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let hasSources = !context.code.files.isEmpty
        guard hasSources || !context.facts.devices.isEmpty else { return [] }
        let kinds = context.policy.kinds.filter { kind in
            !kind.isPlanned && kind.keys.isEmpty && (hasSources || !kind.paths.isEmpty)
        }
        guard !kinds.isEmpty else { return [] }
        let stored = Set(context.storage.all.compactMap { context.kind(of: $0)?.name })
        let mentions = Set(context.code.files.flatMap(\.mentions))
        return kinds.compactMap { kind in
            let isNamed = kind.symbols.contains { symbol in
                mentions.contains(symbol) || context.code.declares(symbol)
                    || !context.code.types(symbol).isEmpty
            }
            guard !isNamed, !stored.contains(kind.name), !isOnDevice(kind, context),
                let place = kind.declaration
            else { return nil }
            return Observation(
                "nothing belongs to '\(kind.name)'",
                path: place.path,
                span: SourceSpan(SourcePlace(line: place.line))
            )
        }
    }

    private static func isOnDevice(_ kind: DataKind, _ context: AuditContext) -> Bool {
        guard !kind.paths.isEmpty else { return false }
        return context.facts.devices.contains { device in
            device.files.contains { file in kind.paths.contains { $0.matches(file.path) } }
        }
    }
}
