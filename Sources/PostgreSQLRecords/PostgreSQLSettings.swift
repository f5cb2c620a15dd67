#if PostgreSQL
/// How long a server is waited for, and how many ask it at once.
package struct PostgreSQLSettings: Sendable, Hashable {
    /// Connections at once; who finds all in use waits.
    package var connectionCount = 8
    /// How long one waits for a connection or for those who write to the same zone; after that it is
    /// `zone-busy` or `service-unavailable`.
    package var lockTimeout = Duration.seconds(5)
    /// How long one statement may take.
    package var statementTimeout = Duration.seconds(30)
    /// How long a transaction may do nothing, before the server ends it and gives its locks back.
    package var idleTimeout = Duration.seconds(60)
    /// How often a transaction is tried that others were in the way of or whose connection was cut.
    package var attemptCount = 3

    /// The standard settings.
    package init() {}

    /// What each connection begins with.
    var statements: [String] {
        [
            "SET lock_timeout = \(Self.milliseconds(lockTimeout))",
            "SET statement_timeout = \(Self.milliseconds(statementTimeout))",
            "SET idle_in_transaction_session_timeout = \(Self.milliseconds(idleTimeout))",
            // What is acknowledged is on a disk, whatever the server's default is.
            """
            SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') = 'off'
            """,
        ]
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, rest) = duration.components
        return max(1, seconds * 1_000 + rest / 1_000_000_000_000_000)
    }
}
#endif
