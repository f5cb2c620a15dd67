import AuditPolicy
import AuditFacts
import ProtectionModel

/// `store.class-weaker-than-policy`: an explicit class weaker than the policy's for that data.
enum StoreClassWeakerThanPolicy: Rule {
    static let description = RuleDescription(
        "store.class-weaker-than-policy",
        "The class is weaker than the policy demands for that data",
        severity: .high,
        isProven: true,
        summary: """
            A write, attribute or database names a class that is weaker than the one the policy \
            demands of the kind of data its path or symbols belong to. Class `none` has a rule of its \
            own.
            """,
        rationale: """
            The policy says which lock states each kind of data must be unreadable in. A weaker class \
            opens a state that was decided to be closed.
            """,
        remedy: """
            Name the policy's class. When background work needs the weaker one, say so in the policy: \
            `class:` with `because:` and `needed-by:`.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            example(
                "a write into the kind's folder",
                """
                func save(_ data: Data, in documents: URL) throws {
                    let url = documents.appendingPathComponent("tokens.json")
                    try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
                }
                """,
                [3]
            ),
            example(
                "by the symbol that handles it",
                """
                func save(_ store: TokenStore) throws {
                    try store.data.write(to: store.url, options: [.completeFileProtectionUnlessOpen])
                }
                """,
                [2]
            ),
            example(
                "an attribute",
                """
                func save() throws {
                    try FileManager.default.setAttributes(
                        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                        ofItemAtPath: "/Documents/tokens.json")
                }
                """,
                [2]
            ),
            example(
                "as strong as demanded",
                """
                func save(_ data: Data, in documents: URL) throws {
                    let url = documents.appendingPathComponent("tokens.json")
                    try data.write(to: url, options: .completeFileProtection)
                }
                """
            ),
            example(
                "another kind of data",
                """
                func save(_ data: Data, in documents: URL) throws {
                    let url = documents.appendingPathComponent("map.json")
                    try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
                }
                """
            ),
            .swift(
                "no kind demands anything",
                """
                func save(_ data: Data, in documents: URL) throws {
                    let url = documents.appendingPathComponent("tokens.json")
                    try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
                }
                """
            ),
            example(
                "a probe that holds nothing",
                """
                func probe(_ documents: URL) throws {
                    let url = documents.appendingPathComponent("tokens.json")
                    try Data().write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
                }
                """
            ),
            example(
                "no class is another rule's matter",
                """
                func save(_ data: Data, in documents: URL) throws {
                    try data.write(to: documents.appendingPathComponent("tokens.json"))
                }
                """
            ),
        ]
    )

    private static func example(
        _ title: String,
        _ text: String,
        _ findings: [Int] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: ["Example.swift": text],
            policy: """
                kinds:
                  tokens: {sensitivity: credential, class: complete, paths: [tokens.json], symbols: [TokenStore]}
                """,
            findings: findings.map { "Example.swift:\($0)" }
        )
    }

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        guard context.policy.kinds.contains(where: { $0.minimumClass != nil }) else { return [] }
        return context.storage.all.filter { !$0.isMarker }.compactMap { use in
            guard let weakest = use.weakestClass, weakest != .none,
                let kind = context.kind(of: use), let minimum = kind.minimumClass,
                weakest.strength < minimum.strength
            else { return nil }
            return Observation(
                "class \(weakest.name): the policy demands \(minimum.name) of '\(kind.name)'",
                path: use.path,
                span: use.span,
                related: kind.declaration.map { [$0] } ?? []
            )
        }
    }
}
