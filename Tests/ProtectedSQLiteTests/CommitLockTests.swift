import CSQLite
import DeviceSimulation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

/// Locks that fall while transactions are committed: what SQLite said is true.
@Suite("SQLite: locks while transactions are committed")
struct CommitLockTests {
    /// A database's own class, and that of its folder, which its journals and logs take.
    struct Classes: CustomStringConvertible {
        let database: ProtectionClass
        let folder: ProtectionClass

        var description: String { "\(database.rawValue) in \(folder.rawValue)" }

        static let all = [
            Classes(database: .complete, folder: .complete),
            Classes(database: .completeUnlessOpen, folder: .completeUnlessOpen),
            Classes(
                database: .completeUntilFirstUserAuthentication,
                folder: .completeUntilFirstUserAuthentication
            ),
            Classes(database: .completeUntilFirstUserAuthentication, folder: .complete),
            Classes(database: .complete, folder: .completeUntilFirstUserAuthentication),
        ]
    }

    @Test(
        "rows that were said to be there are there, and no others, however locks fall",
        arguments: JournalMode.durable,
        Classes.all
    )
    func anyMoment(_ journal: JournalMode, _ classes: Classes) async throws {
        let scene = try ServedScene()
        try make(classes, journal, in: scene)
        let rows = Rows()
        let lockCount = isExhaustive ? 400 : 12
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<(isExhaustive ? 4 : 2) {
                group.addTask {
                    try await Self.insert(from: (writer + 1) * 1_000_000, rows, scene)
                }
            }
            group.addTask {
                defer { rows.end() }
                for count in 0..<lockCount {
                    for _ in 0..<count % 7 { await Task.yield() }
                    try scene.device.lock()
                    await Task.yield()
                    try scene.device.unlock()
                }
            }
            try await group.waitForAll()
        }
        try expect(rows, in: scene)
        try scene.device.crash(.keepAll)
        try scene.device.unlock()
        try expect(rows, in: scene)
    }

    /// What was said to be there.
    private final class Rows: Sendable {
        private struct State {
            var committed: Set<Int> = []
            var isEnded = false
        }

        private let state = Mutex(State())

        var committed: Set<Int> { state.withLock { $0.committed } }
        var isEnded: Bool { state.withLock { $0.isEnded } }
        func note(_ number: Int) { state.withLock { _ = $0.committed.insert(number) } }
        func end() { state.withLock { $0.isEnded = true } }
    }

    private func make(_ classes: Classes, _ journal: JournalMode, in scene: ServedScene) throws {
        let connection = try scene.makeDatabase(as: classes.folder, journal)
        try connection.run("DELETE FROM rows")
        try scene.device.files.setProtection(classes.database, of: "/db/a.db", rekeying: false)
    }

    private static func insert(from first: Int, _ rows: Rows, _ scene: ServedScene) async throws {
        let connection = try await open(scene)
        var number = first
        while !rows.isEnded {
            number += 1
            do {
                try connection.run("INSERT INTO rows VALUES (\(number))")
                rows.note(number)
            } catch let failure as SQLiteFailure {
                #expect(
                    [SQLITE_IOERR, SQLITE_AUTH, SQLITE_BUSY].contains(failure.code),
                    "\(failure)"
                )
            }
            await Task.yield()
        }
    }

    private static func open(_ scene: ServedScene) async throws -> Connection {
        while true {
            if let connection = try? scene.open("/db/a.db"),
                (try? connection.run("PRAGMA busy_timeout = 1000; PRAGMA synchronous = FULL"))
                    != nil
            {
                return connection
            }
            await Task.yield()
        }
    }

    private func expect(_ rows: Rows, in scene: ServedScene) throws {
        let connection = try scene.open("/db/a.db")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        let found = Set(try connection.rows("SELECT number FROM rows").compactMap { Int($0[0]) })
        #expect(found.subtracting(rows.committed) == [])
        #expect(rows.committed.subtracting(found) == [])
        #expect(!rows.committed.isEmpty)
    }
}
