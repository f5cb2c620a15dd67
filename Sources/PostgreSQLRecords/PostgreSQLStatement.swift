#if PostgreSQL
import CloudRecords

/// A statement that each connection prepares once, under its name.
struct PostgreSQLStatement: Sendable {
    let name: String
    let text: String

    private init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    /// Those of transactions, by their places.
    private static let tables = TableStatement.allCases.enumerated().map { index, statement in
        (statement, PostgreSQLStatement("table\(index)", statement.rawValue))
    }
    private static let byTableStatement = Dictionary(uniqueKeysWithValues: tables)

    static func of(_ statement: TableStatement) -> PostgreSQLStatement? {
        byTableStatement[statement]
    }

    static let beginReading = PostgreSQLStatement(
        "begin_reading",
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    )
    static let beginWriting = PostgreSQLStatement(
        "begin_writing",
        "BEGIN ISOLATION LEVEL READ COMMITTED"
    )
    static let commit = PostgreSQLStatement("commit_all", "COMMIT")
    static let rollBack = PostgreSQLStatement("roll_back", "ROLLBACK")

    /// Waits for a lock that nobody else has, and others ask for alone.
    static let lock = PostgreSQLStatement("lock_alone", "SELECT pg_advisory_xact_lock($1)")
    /// Waits for locks of container, database and zone; the first two are shared.
    static let lockZone = PostgreSQLStatement(
        "lock_zone",
        """
        SELECT pg_advisory_xact_lock_shared($1), pg_advisory_xact_lock_shared($2),
        pg_advisory_xact_lock($3)
        """
    )

    /// Names the transaction; gives no row when it was committed before.
    static let mark = PostgreSQLStatement(
        "mark",
        """
        INSERT INTO commits (connection, number, moment)
        VALUES ($1, $2, extract(epoch FROM now())::bigint) ON CONFLICT (connection)
        DO UPDATE SET number = excluded.number, moment = excluded.moment
        WHERE commits.number < excluded.number RETURNING number
        """
    )
    /// Names of connections that ended a month ago.
    static let dropMarks = PostgreSQLStatement(
        "drop_marks",
        "DELETE FROM commits WHERE moment < extract(epoch FROM now())::bigint - 2592000"
    )

    /// How far the log is written, which never goes back unless the server was restored.
    static let place = PostgreSQLStatement(
        "place",
        "SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint"
    )
    /// What a restored server or database has another one of: cluster, timeline, database, table.
    static let identity = PostgreSQLStatement(
        "identity",
        """
        SELECT convert_to(concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        'zones'::regclass::oid), 'UTF8')
        """
    )
    static let findOrigin = PostgreSQLStatement(
        "find_origin",
        "SELECT version, identity FROM origin"
    )
    static let changeOrigin = PostgreSQLStatement(
        "change_origin",
        "UPDATE origin SET identity = $1"
    )
    /// Nobody who has read a zone may write it back as it was before it was renewed.
    static let lockZones = PostgreSQLStatement(
        "lock_zones",
        "LOCK TABLE origin, containers, zones IN ACCESS EXCLUSIVE MODE"
    )
    static let renewZones = PostgreSQLStatement(
        "renew_zones",
        "UPDATE zones SET incarnation = incarnation # $1"
    )
    static let renewContainers = PostgreSQLStatement(
        "renew_containers",
        "UPDATE containers SET incarnation = coalesce(incarnation, 0) # $1"
    )

    /// All of them.
    static let all: [PostgreSQLStatement] =
        tables.map(\.1) + [
            lock, lockZone, mark, dropMarks, place, identity, findOrigin, changeOrigin, renewZones,
            renewContainers,
        ]
    /// Those that PostgreSQL cannot prepare with a plan, and does not gain by.
    static let unprepared: Set<String> = [
        beginReading.name, beginWriting.name, commit.name, rollBack.name, lockZones.name,
    ]
}
#endif
