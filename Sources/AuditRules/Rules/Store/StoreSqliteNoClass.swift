import AuditFacts
import AuditPolicy

/// `store.sqlite-no-class`: a database of the SQLite family opened without a class.
enum StoreSqliteNoClass: Rule {
    static let description = RuleDescription(
        "store.sqlite-no-class",
        "A database with sensitive data is opened without a protection class",
        severity: .medium,
        isProven: true,
        summary: """
            SQLite, GRDB, FMDB, SQLite.swift, YapDatabase or Couchbase Lite opens a database in a \
            source that handles sensitive values, or the app has records of GRDB with such values, and \
            nothing gives its file a class. Any other database is a note where the policy has \
            `sensitive-screens: true`, and so is one of several where only the records tell. Databases \
            in memory are not reported.
            """,
        rationale: """
            The database and its `-wal`, `-shm` and `-journal` files get the system's default class \
            and stay readable while the device is locked. The other way round, a class that is too \
            strong for a background reader ends the process with 0xdead10cc when the device locks: \
            the class of a database should be a decision.
            """,
        remedy: """
            Open it with `SQLITE_OPEN_FILEPROTECTION_…`, or give its folder a class before it is \
            opened, which covers the files beside it too.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            .swift(
                "SQLite",
                """
                func store(password: String, path: String) {
                    sqlite3_open(path, &database)
                }
                """,
                findings: [2]
            ),
            .swift(
                "a class among the flags",
                """
                func store(password: String, path: String) {
                    sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FILEPROTECTION_COMPLETE, nil)
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let opened = context.storage.all.filter { $0.operation == .openDatabase }
        // SQLCipher: a configuration with a key is made in one place and used in many.
        guard !opened.isEmpty, context.code.allCalls(of: keying).isEmpty else { return [] }
        let records = context.persistedRecords
        return opened.compactMap { use in
            guard !isElsewhere(use, context), use.coverage(context) == nil else { return nil }
            let near = context.evidence(near: use).flatMap { isCipher($0) ? nil : $0 }
            guard let message = message(near, records.first, context) else { return nil }
            // What is kept in some database may be kept in another one than this.
            let isSure = near != nil || !records.isEmpty && opened.count == 1
            return Observation(
                "no class: " + message,
                confidence: isSure ? .medium : .low,
                ceiling: isSure ? .error : .note,
                path: use.path,
                span: use.span,
                related: near == nil ? Array(records.flatMap(\.way).prefix(placeLimit)) : []
            )
        }
    }

    /// How many records an observation names at most.
    private static let placeLimit = 12

    private static func message(
        _ near: SensitiveName?,
        _ record: SensitiveName?,
        _ context: AuditContext
    ) -> String? {
        if let near {
            return "the database is opened beside '\(near.name)' (\(near.match.sensitivity))"
        }
        if let record {
            return "the app keeps '\(record.name)' (\(record.match.sensitivity)) in a database"
        }
        return context.policy.hasSensitiveScreens
            ? "the database of an app with sensitive screens" : nil
    }

    /// Calls that give a database its key.
    private static let keying: Set<String> = [
        "usePassphrase", "sqlite3_key", "sqlite3_key_v2", "keyAndMigrate",
    ]

    /// A key in sight is the database's own more often than not: SQLCipher keeps the file unreadable.
    private static func isCipher(_ found: SensitiveName) -> Bool {
        found.match.term.hasSuffix("key")
    }

    /// In memory, or part of the app's bundle, which is read-only and the same for everybody.
    private static func isElsewhere(_ use: StorageUse, _ context: AuditContext) -> Bool {
        guard let target = use.target else { return false }
        let path = use.scope.path(of: target, context.code)
        return path.texts.contains(":memory:") || path.folder == .bundle
            || path.names.contains("Bundle") || path.names.contains("NSBundle")
    }
}
