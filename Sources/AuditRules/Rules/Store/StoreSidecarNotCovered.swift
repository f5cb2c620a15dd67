import AuditFacts
import AuditPolicy
import ProtectionModel

/// `store.sidecar-not-covered`: a class on a database but not on the files beside it.
enum StoreSidecarNotCovered: Rule {
    static let description = RuleDescription(
        "store.sidecar-not-covered",
        "The files beside a database keep another class",
        severity: .medium,
        isProven: false,
        summary: """
            A class is set on a database's path, and in the same source neither on its `-wal`, `-shm` \
            or `-journal` files nor on its folder.
            """,
        rationale: """
            The write-ahead log holds the newest pages of the database unencrypted. With a weaker class \
            they are readable when the database is not; with a stronger one the database cannot be \
            opened while the device is locked.
            """,
        remedy: """
            Set the class on the folder before the database is created, or on all four files.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            .swift(
                "the database alone",
                """
                func protect(_ folder: String) throws {
                    let path = folder + "/mail.sqlite"
                    try FileManager.default.setAttributes(
                        [.protectionKey: FileProtectionType.complete], ofItemAtPath: path)
                }
                """,
                findings: [3]
            ),
            .swift(
                "all of them",
                """
                func protect(_ path: String) throws {
                    for suffix in ["", "-wal", "-shm"] {
                        try FileManager.default.setAttributes(
                            [.protectionKey: FileProtectionType.complete], ofItemAtPath: path + "/a.sqlite" + suffix)
                    }
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.compactMap { use in
            guard use.operation == .setAttributes, let target = use.target, !use.classes.isEmpty,
                isDatabase(target, use.scope, context), !coversMore(target, use, context)
            else { return nil }
            return Observation(
                "class \(use.classes[0].protectionClass.name): the database gets it, the files beside it do not",
                confidence: .medium,
                path: use.path,
                span: use.span
            )
        }
    }

    private static func isDatabase(
        _ target: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> Bool {
        !isParent(target, scope)
            && scope.path(of: target, context.code).texts.contains { text in
                [".sqlite", ".sqlite3", ".db", ".sqlitedb"].contains(where: text.hasSuffix)
            }
    }

    /// `database.deletingLastPathComponent().path`, itself or by a local name.
    private static func isParent(_ target: Syntax.Expression, _ scope: CodeScope) -> Bool {
        let root = target.chain.first
        let value = root.flatMap { scope.value(of: $0, before: target.place) }
        let step = lastStep(target) ?? value.flatMap(lastStep)
        return step.map(parents.contains) ?? false
    }

    /// The last name in a chain that goes to another path.
    private static func lastStep(_ path: Syntax.Expression) -> String? {
        path.chain.last { parents.contains($0) || NameWords.words(of: $0).contains("appending") }
    }

    private static let parents: Set<String> = [
        "deletingLastPathComponent", "stringByDeletingLastPathComponent",
        "URLByDeletingLastPathComponent",
    ]

    /// Whether the folder of the database `target`, or one of the files beside it, gets a class.
    private static func coversMore(
        _ target: Syntax.Expression,
        _ use: StorageUse,
        _ context: AuditContext
    ) -> Bool {
        let made = Set(use.scope.sources(of: target).flatMap(\.parts).compactMap(\.ownName))
        let coversFolder = context.storage.uses(in: use.path).contains { other in
            guard !other.classes.isEmpty else { return false }
            guard other.operation == .setAttributes, let folder = other.target else {
                return other.operation == .makeFolder
            }
            if isParent(folder, other.scope) { return true }
            // The database's path is made of the folder's.
            guard let name = folder.chain.first(where: { $0 != "self" }),
                name.first?.isLowercase == true, made.contains(name)
            else { return false }
            return !isDatabase(folder, other.scope, context)
        }
        if coversFolder { return true }
        let texts = context.code.scopes(in: use.path).flatMap(\.expressions).flatMap(\.parts)
            .compactMap(\.literal)
        return texts.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }
    }
}
