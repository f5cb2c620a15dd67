/// How SQLite makes transactions atomic (sqlite.org/pragma.html#pragma_journal_mode).
enum JournalMode: String, CaseIterable {
    case delete, truncate, persist, memory, wal

    /// Those that survive a power loss.
    static let durable: [JournalMode] = [.delete, .truncate, .persist, .wal]
}
