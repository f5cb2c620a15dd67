import AuditFacts
import AuditPolicy

/// `keychain.migratable`: a credential that goes into backups and to other devices.
enum KeychainMigratable: Rule {
    static let description = RuleDescription(
        "keychain.migratable",
        "A credential leaves the device in backups",
        severity: .medium,
        isProven: true,
        summary: """
            An item is stored with an accessibility that is not `…ThisDeviceOnly` while the policy \
            has credentials that must not be backed up. Reported once for each function and property; \
            queries, comparisons and deletions are not.
            """,
        rationale: """
            Such an item is part of encrypted backups and of device-to-device transfer: whoever has \
            the backup and its password has the credential, on any device.
            """,
        remedy: """
            Use the `…ThisDeviceOnly` variant and let the user sign in again on a new device. Where \
            moving with the user is the purpose, say so in the policy: `backup: allowed`.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0300", "0301"],
            weaknesses: ["0001", "0006"],
            commonWeaknesses: [522]
        ),
        examples: [
            .swift(
                "a new item",
                """
                func add(_ password: Data) {
                    let query = [
                        kSecValueData: password,
                        kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
                    ] as CFDictionary
                    SecItemAdd(query, nil)
                }
                """,
                findings: [4]
            ),
            .swift(
                "only on this device",
                """
                func add(_ password: Data) {
                    SecItemAdd([kSecValueData: password, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly] as CFDictionary, nil)
                }
                """
            ),
        ]
    )

    static let watches = KeychainUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let isBound = context.policy.kinds.contains {
            $0.sensitivity == .credential && !$0.mayBeBackedUp
        }
        var seen: Set<ObjectIdentifier> = []
        return context.keychain.compactMap { use in
            guard !use.isDeviceOnly, use.accessibility != .always else { return nil }
            // What the policy says of the item itself outweighs what it says of all credentials.
            let kind = use.scope.flatMap { context.kind(ofItemsIn: $0) }
            guard kind.map({ !$0.mayBeBackedUp }) ?? isBound,
                use.scope.map({ seen.insert(ObjectIdentifier($0)).inserted }) ?? true
            else { return nil }
            return Observation(
                "accessible \(use.accessibility.rawValue), not ThisDeviceOnly: "
                    + (kind.map { "'\($0.name)'" } ?? "the item") + " goes into backups",
                path: use.path,
                span: use.span,
                kind: kind,
                related: [kind?.declaration].compactMap(\.self)
            )
        }
    }
}
