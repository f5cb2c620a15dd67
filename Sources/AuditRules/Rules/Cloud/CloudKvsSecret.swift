import AuditFacts
import AuditPolicy

/// `cloud.kvs-secret`: a secret in the key-value store of iCloud.
enum CloudKvsSecret: Rule {
    static let description = RuleDescription(
        "cloud.kvs-secret",
        "A secret is kept in iCloud's key-value store",
        severity: .high,
        isProven: false,
        summary: "`NSUbiquitousKeyValueStore` is given a value the vocabulary calls a credential.",
        rationale: """
            The store is a property list on every device of the user and on Apple's servers, without \
            end-to-end encryption unless the user has turned that on for all of iCloud.
            """,
        remedy: "Use the keychain, synchronizable where it must be on all devices.",
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0303"],
            weaknesses: ["0002"],
            commonWeaknesses: [312]
        ),
        examples: [
            .swift(
                "a token",
                """
                func a(_ accessToken: String) { NSUbiquitousKeyValueStore.default.set(accessToken, forKey: "a") }
                """,
                findings: [1]
            ),
            .swift(
                "a truth value",
                "func a() { NSUbiquitousKeyValueStore.default.set(true, forKey: \"passcode\") }"
            ),
        ]
    )

    static let watches: Set<String> = ["NSUbiquitousKeyValueStore"]

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.sinks[.keyValueStore].compactMap { sink -> SensitiveUse? in
            guard let found = sink.sensitivity(context, isGuessing: true),
                found.match.sensitivity == .credential
            else { return nil }
            return sink.use(found, "'\(found.name)' is kept in iCloud's key-value store")
        }
        return uses.observations
    }
}
