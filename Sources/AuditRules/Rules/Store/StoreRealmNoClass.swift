import AuditFacts
import AuditPolicy
import ProtectionModel

/// `store.realm-no-class`: a Realm with neither a key nor a class of its folder.
enum StoreRealmNoClass: Rule {
    static let description = RuleDescription(
        "store.realm-no-class",
        "A Realm is opened without a key or a class",
        severity: .medium,
        isProven: true,
        summary: """
            A Realm is opened in a file that names neither an encryption key nor a protection class, \
            beside sensitive values, and what runs it has no default class. Realms in memory are not \
            reported.
            """,
        rationale: """
            A Realm without a key is plain text in a file of the system's default class, readable while \
            the device is locked. Its lock, note and management files get the class of their folder, \
            not that of the database.
            """,
        remedy: """
            Give the folder a class and open the Realm inside it, and set \
            `Realm.Configuration.encryptionKey` to a key from the keychain.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311]
        ),
        examples: [
            .swift(
                "the default Realm",
                """
                import RealmSwift
                func save(_ user: User, password: String) throws {
                    let realm = try Realm()
                    user.password = password
                }
                """,
                findings: [3]
            ),
            .swift(
                "a key",
                """
                import RealmSwift
                func save(password: String, key: Data) throws {
                    let realm = try Realm(configuration: Realm.Configuration(encryptionKey: key))
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched.union(["encryptionKey", "inMemoryIdentifier"])

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.filter { $0.operation == .openRealm }.compactMap { use in
            guard !isProtected(use, context), let found = context.evidence(near: use) else {
                return nil
            }
            return Observation(
                "no key and no class: the Realm is opened beside '\(found.name)' (\(found.match.sensitivity))",
                confidence: .medium,
                path: use.path,
                span: use.span
            )
        }
    }

    private static func isProtected(_ use: StorageUse, _ context: AuditContext) -> Bool {
        let uses = context.storage.uses(in: use.path)
        if uses.contains(where: { $0.classes.contains { $0.protectionClass != .none } }) {
            return true
        }
        if context.graph.defaultClass(of: use.path) != nil { return true }
        let scopes = context.code.scopes(in: use.path)
        return scopes.contains { scope in
            scope.expressions.contains { value in
                value.parts.contains { part in
                    guard case .call(let call) = part.node else {
                        return part.ownName == "encryptionKey"
                            || part.ownName == "inMemoryIdentifier"
                    }
                    return call["encryptionKey"] != nil || call["inMemoryIdentifier"] != nil
                }
            }
        }
    }
}
