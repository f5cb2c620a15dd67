import CSQLite
import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("SQLite: a thousand transactions")
struct RandomTransactionTests {
    /// A transaction that fails has changed nothing, one that succeeds is there, whenever the
    /// device locks, loses its power or restarts.
    @Test(
        "rows are what the transactions that succeeded made of them",
        arguments: JournalMode.durable,
        [LogPolicy(), .eager]
    )
    func transactions(_ journal: JournalMode, _ logPolicy: LogPolicy) throws {
        var random = SplitMix64(seed: 1)
        let scene = try ServedScene(.make(logPolicy: logPolicy))
        var connection = try scene.makeDatabase(as: .complete, journal)
        try connection.run(
            "CREATE TABLE notes (key INTEGER PRIMARY KEY, text TEXT); PRAGMA cache_size = 5"
        )
        var (notes, failures): ([Int: String], Int) = ([:], 0)
        for step in 0..<100 {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: try scene.device.lock()
            case 1...6: try scene.device.unlock()
            case 7:
                try scene.device.crash(.seeded(UInt64(step)))
                try scene.device.unlock()
                connection = try scene.open("/db/a.db")
                try connection.run("PRAGMA synchronous = FULL; PRAGMA cache_size = 5")
            default: break
            }
            let (statements, after) = transaction(notes, &random)
            do {
                try connection.run("BEGIN IMMEDIATE; \(statements)")
                let (undone, _) = transaction(after, &random)
                try connection.run("SAVEPOINT inner; \(undone); ROLLBACK TO inner")
                if Int.random(in: 0..<20, using: &random) == 0 { try scene.device.lock() }
                try connection.run("COMMIT")
                notes = after
            } catch let failure as SQLiteFailure {
                #expect([SQLITE_IOERR, SQLITE_AUTH].contains(failure.code), "\(failure)")
                failures += 1
                _ = try? connection.run("ROLLBACK")
            }
        }
        try scene.device.unlock()
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        let found = try connection.rows("SELECT key, text FROM notes ORDER BY key")
        #expect(found == notes.sorted { $0.key < $1.key }.map { ["\($0.key)", $0.value] })
        #expect(failures > 3)
        #expect(!notes.isEmpty)
    }

    private func transaction(
        _ notes: [Int: String],
        _ random: inout SplitMix64
    ) -> (statements: String, after: [Int: String]) {
        var notes = notes
        var statements: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let key = Int.random(in: 0..<30, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                statements.append("DELETE FROM notes WHERE key = \(key)")
                notes[key] = nil
            } else {
                let letter = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
                let text = String(repeating: letter, count: .random(in: 0..<5_000, using: &random))
                statements.append("REPLACE INTO notes VALUES (\(key), '\(text)')")
                notes[key] = text
            }
        }
        return (statements.joined(separator: ";"), notes)
    }
}
