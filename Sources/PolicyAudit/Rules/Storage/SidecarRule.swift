import ProtectionModel

/// `store.sidecar-not-covered`: a class on a database but not on the files beside it.
enum SidecarRule: Rule {
    static let description = RuleDescription(
        "store.sidecar-not-covered",
        "The files beside a database keep another class",
        severity: .medium,
        isProven: false,
        summary: """
            A class is set on a database's path, and neither on its `-wal`, `-shm` or `-journal` \
            files nor on its folder in the same function.
            """,
        rationale: """
            The write-ahead log holds the newest pages of the database in plain. With a weaker class \
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
                "a literal path",
                """
                func protect() throws {
                    try FileManager.default.setAttributes(
                        [.protectionKey: FileProtectionType.complete], ofItemAtPath: "/a/b.db")
                }
                """,
                findings: [2]
            ),
            .objectiveC(
                "a message",
                """
                void protect(NSString *folder) {
                    NSString *path = [folder stringByAppendingPathComponent:@"a.sqlite3"];
                    [[NSFileManager defaultManager] setAttributes:@{NSFileProtectionKey: NSFileProtectionComplete} ofItemAtPath:path error:nil];
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
            .objectiveC(
                "one after the other",
                """
                void protect(NSString *path) {
                    NSDictionary *a = @{NSFileProtectionKey: NSFileProtectionComplete};
                    [[NSFileManager defaultManager] setAttributes:a ofItemAtPath:@"a.sqlite" error:nil];
                    [[NSFileManager defaultManager] setAttributes:a ofItemAtPath:@"a.sqlite-wal" error:nil];
                }
                """
            ),
            .swift(
                "its folder",
                """
                func protect(_ folder: URL) throws {
                    let file = folder.appendingPathComponent("a.sqlite")
                    try FileManager.default.createDirectory(
                        at: folder, withIntermediateDirectories: true,
                        attributes: [.protectionKey: FileProtectionType.complete])
                    try FileManager.default.setAttributes(
                        [.protectionKey: FileProtectionType.complete], ofItemAtPath: file.path)
                }
                """
            ),
            .swift(
                "no database",
                """
                func protect() throws {
                    try FileManager.default.setAttributes(
                        [.protectionKey: FileProtectionType.complete], ofItemAtPath: "/a/b.json")
                }
                """
            ),
            .swift(
                "another attribute",
                """
                func touch() throws {
                    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: "/a/b.db")
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.compactMap { use in
            guard use.operation == .setAttributes, let target = use.target, !use.classes.isEmpty,
                isDatabase(use.scope.path(of: target, context.code)), !coversMore(use, context)
            else { return nil }
            return Observation(
                "class \(use.classes[0].protectionClass.name): the database gets it, the files beside it do not",
                confidence: .medium,
                path: use.path,
                span: use.span
            )
        }
    }

    private static func isDatabase(_ path: PathTrace) -> Bool {
        path.texts.contains { text in
            [".sqlite", ".sqlite3", ".db", ".sqlitedb"].contains(where: text.hasSuffix)
        }
    }

    private static func coversMore(_ use: StorageUse, _ context: AuditContext) -> Bool {
        let uses = context.storage.uses(in: use.path)
        if uses.contains(where: { $0.operation == .makeFolder && !$0.classes.isEmpty }) {
            return true
        }
        let texts = context.code.scopes(in: use.path).flatMap(\.expressions).flatMap(\.parts)
            .compactMap(\.literal)
        return texts.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }
    }
}
