import AuditFacts
import AuditPolicy

/// `store.write-no-class-sensitive`: sensitive bytes written without a class.
enum StoreWriteNoClassSensitive: Rule {
    static let description = RuleDescription(
        "store.write-no-class-sensitive",
        "Sensitive data is written without a protection class",
        severity: .medium,
        isProven: true,
        summary: """
            A value that is made of something sensitive, by the policy's vocabulary, is written into \
            a file, and nothing gives the file a class: no option of the call, no attribute that is \
            set on the same path or its folder in the same function, no entitlement of the app.
            """,
        rationale: """
            Without a class the file gets the system's default, which stays readable from the first \
            unlock until the device is switched off. A locked device that is stolen gives it away to \
            whoever breaks into the running system.
            """,
        remedy: """
            Name the class at the write: `.completeFileProtection`, or \
            `.completeFileProtectionUnlessOpen` for what background work only writes. Or give the \
            target the entitlement `com.apple.developer.default-data-protection`.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            .swift(
                "a password, by way of its bytes",
                """
                func save(_ password: String, to url: URL) throws {
                    let data = password.data(using: .utf8)
                    try data?.write(to: url, options: .atomic)
                }
                """,
                findings: [3]
            ),
            .swift(
                "the class stands on the next line of the call",
                """
                func save(_ password: Data, to url: URL) throws {
                    try password.write(
                        to: url,
                        options: [.atomic, .completeFileProtection]
                    )
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.written.compactMap { written -> SensitiveUse? in
            guard let found = written.sensitivity(context), !written.isCovered(context) else {
                return nil
            }
            let kind = found.match.sensitivity
            let holds = found.match.isGuess ? "may hold" : "holds"
            return SensitiveUse(
                found: found,
                message: "no class: the file \(holds) '\(found.name)' (\(kind))",
                path: written.scope.file.path,
                span: written.span,
                way: written.way
            )
        }
        return uses.observations
    }
}
