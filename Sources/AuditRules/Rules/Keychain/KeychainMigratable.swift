import AuditPolicy
import AuditFacts

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
                "options of a property, and of a builder that adding uses",
                """
                final class Store {
                    static let options: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]
                    func query() -> [CFString: Any] { [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock] }
                    func add() { SecItemAdd(query() as CFDictionary, nil) }
                }
                """,
                findings: [2, 3]
            ),
            .objectiveC(
                "a wrapper",
                """
                void keep(NSString *password) {
                    [SAMKeychain setAccessibilityType:kSecAttrAccessibleAfterFirstUnlock];
                    [SAMKeychain setPassword:password forService:@"a" account:@"b"];
                }
                """,
                findings: [2]
            ),
            .swift(
                "a table of items, once",
                """
                enum Item {
                    case license, backup
                    var accessibility: CFString {
                        switch self {
                        case .license: kSecAttrAccessibleAfterFirstUnlock
                        case .backup: kSecAttrAccessibleWhenUnlocked
                        }
                    }
                }
                """,
                findings: [5]
            ),
            .swift(
                "only on this device",
                """
                func add(_ password: Data) {
                    SecItemAdd([kSecValueData: password, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly] as CFDictionary, nil)
                }
                """
            ),
            .swift(
                "a query that deletes",
                """
                func forget() {
                    SecItemDelete([kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock] as CFDictionary)
                }
                """
            ),
            .swift(
                "a helper that makes a query",
                """
                func queryForGetting() -> CFDictionary {
                    [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary
                }
                """
            ),
            .swift(
                "a comparison",
                """
                func isOld(_ found: String) -> Bool { found == kSecAttrAccessibleWhenUnlocked as String }
                """
            ),
            RuleExample(
                "a policy that allows it",
                files: [
                    "Example.swift": """
                    func add(_ password: Data) {
                        SecItemAdd([kSecValueData: password, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary, nil)
                    }
                    """
                ],
                policy: "kinds:\n  credentials: {backup: allowed}"
            ),
        ]
    )

    static let watches = KeychainUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let isBound = context.policy.kinds.contains {
            $0.sensitivity == .credential && !$0.mayBeBackedUp
        }
        guard isBound else { return [] }
        var seen: Set<ObjectIdentifier> = []
        return context.keychain.filter { use in
            !use.isDeviceOnly && use.accessibility != .always
                && use.scope.map { seen.insert(ObjectIdentifier($0)).inserted } ?? true
        }.map { use in
            Observation(
                "accessible \(use.accessibility.rawValue), not ThisDeviceOnly: the item goes into backups",
                path: use.path,
                span: use.span
            )
        }
    }
}
