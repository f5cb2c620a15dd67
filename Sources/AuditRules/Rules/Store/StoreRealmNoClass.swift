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

    static let watches = StorageUses.watched.union([
        "encryptionKey", "inMemoryIdentifier", "setDefault", "setDefaultConfiguration",
        "defaultConfiguration",
    ])

    static func observations(in context: AuditContext) -> [Observation] {
        let opened = context.storage.all.filter { $0.operation == .openRealm }
        // A configuration with a key is made in one place and used in many.
        guard !opened.isEmpty, !isNamed(["encryptionKey"], in: realmFiles(context), context) else {
            return []
        }
        let found = opened.compactMap { use -> Opening? in
            guard !isProtected(use, context), let found = context.evidence(near: use) else {
                return nil
            }
            return Opening(
                place: RelatedPlace("here, too", path: use.path, line: Int(use.span.start.line)),
                span: use.span,
                holds: "'\(found.name)' (\(found.match.sensitivity))"
            )
        }
        // One Realm is opened at many places.
        let openings = Dictionary(grouping: found, by: \.holds)
        let defaults = defaultConfigurations(context)
        return openings.keys.sorted().compactMap { holds in
            openings[holds].flatMap { observation($0, defaults) }
        }
    }

    /// A place where a Realm without key and class is opened, and what it holds.
    private struct Opening {
        let place: RelatedPlace
        let span: SourceSpan
        let holds: String
    }

    /// How many places an observation names at most.
    private static let placeLimit = 20

    private static func observation(
        _ openings: [Opening],
        _ defaults: [RelatedPlace]
    ) -> Observation? {
        guard let first = openings.first else { return nil }
        let others = openings.dropFirst().map(\.place)
        return Observation(
            "no key and no class: the Realm that is opened here holds \(first.holds)",
            confidence: .medium,
            path: first.place.path,
            span: first.span,
            related: Array((defaults + others).prefix(placeLimit))
        )
    }

    /// Where the configuration is set that Realms are opened with when none is named.
    private static func defaultConfigurations(_ context: AuditContext) -> [RelatedPlace] {
        let calls = context.code.calls(of: "setDefault", "setDefaultConfiguration:").filter {
            $0.receiverName == "RLMRealmConfiguration"
        }
        let assigned = context.code.assignments(to: "defaultConfiguration") ?? []
        let places =
            calls.map { ($0.path, $0.span) } + assigned.map { ($0.scope.file.path, $0.span) }
        return places.map { path, span in
            RelatedPlace("the configuration is set here", path: path, line: Int(span.start.line))
        }
    }

    private static func realmFiles(_ context: AuditContext) -> [String] {
        context.code.files.filter { file in
            file.imports.contains { ["Realm", "RealmSwift"].contains($0.prefix { $0 != "/" }) }
        }.map(\.path)
    }

    private static func isProtected(_ use: StorageUse, _ context: AuditContext) -> Bool {
        let uses = context.storage.uses(in: use.path)
        return uses.contains { $0.classes.contains { $0.protectionClass != .none } }
            || context.graph.defaultClass(of: use.path) != nil
            || isNamed(["encryptionKey", "inMemoryIdentifier"], in: [use.path], context)
    }

    /// Whether something in `files` is made with one of `names`, or given it afterwards.
    private static func isNamed(
        _ names: Set<String>,
        in files: [String],
        _ context: AuditContext
    ) -> Bool {
        files.flatMap { context.code.scopes(in: $0) }.contains { scope in
            scope.calls.contains { site in
                // `schemaVersion(at:encryptionKey:)` opens nothing.
                let isMaking = site.call.name.map { $0 == "init" || $0.first?.isUppercase == true }
                return isMaking ?? false
                    && names.contains { site.call[$0].map { $0.node != .null } ?? false }
            }
                || scope.steps.contains { step in
                    guard case .assignment(let target, let value) = step.statement.kind else {
                        return false
                    }
                    return value.node != .null && target.ownName.map(names.contains) ?? false
                }
        }
    }
}
