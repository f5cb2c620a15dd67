import AuditFacts
import AuditPolicy
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
            opens a state that was meant to be closed.
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
            RuleExample(
                "a write into the kind's folder",
                files: [
                    "Example.swift": """
                    func save(_ data: Data, in documents: URL) throws {
                        let url = documents.appendingPathComponent("tokens.json")
                        try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
                    }
                    """
                ],
                policy: """
                    kinds:
                      tokens: {sensitivity: credential, class: complete, paths: [tokens.json], symbols: [TokenStore]}
                    """,
                findings: ["Example.swift:3"]
            ),
            RuleExample(
                "as strong as demanded",
                files: [
                    "Example.swift": """
                    func save(_ data: Data, in documents: URL) throws {
                        let url = documents.appendingPathComponent("tokens.json")
                        try data.write(to: url, options: .completeFileProtection)
                    }
                    """
                ],
                policy: """
                    kinds:
                      tokens: {sensitivity: credential, class: complete, paths: [tokens.json], symbols: [TokenStore]}
                    """
            ),
        ]
    )

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
                kind: kind,
                related: kind.declaration.map { [$0] } ?? []
            )
        }
    }
}
