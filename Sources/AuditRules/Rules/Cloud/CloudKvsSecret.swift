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

    /// The type, and names that properties of it have.
    static let watches: Set<String> = [
        "NSUbiquitousKeyValueStore", "keyValueStore", "ubiquitousKeyValueStore", "ubiquitousStore",
        "cloudStore", "iCloudStore", "kvStore",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let names: Set<String> = [
            "set", "setValue", "setString:forKey:", "setObject:forKey:", "setData:forKey:",
        ]
        return context.code.calls(of: names).compactMap { found in
            guard isStore(found, context.code), let value = found.call.arguments.first?.value,
                context.code.shape(of: value, in: found.scope) == .open
                    || context.code.shape(of: value, in: found.scope) == .fixedText,
                let told = context.sensitive.find(in: value, found.scope)
                    ?? found.call["forKey"].flatMap({
                        context.sensitive.find(inKey: $0, found.scope)
                    }),
                told.match.sensitivity == .credential
            else { return nil }
            return Observation(
                "'\(told.name)' is kept in iCloud's key-value store",
                because: told,
                path: found.path,
                span: found.span
            )
        }
    }

    private static func isStore(_ found: CallInScope, _ code: CodeIndex) -> Bool {
        let type = "NSUbiquitousKeyValueStore"
        guard let root = found.receiverChain.first else { return false }
        if root == type { return true }
        if found.scope.isLocal(root) {
            return found.scope.types(of: root).contains { $0.hasPrefix(type) }
        }
        let declared = code.variables(found.receiverName ?? root).filter { $0.file == found.path }
        return declared.map(\.variable).contains { variable in
            variable.type?.hasPrefix(type) ?? (variable.value?.chain.first == type)
        }
    }
}
