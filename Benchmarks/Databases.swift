import Foundation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// SQLite's work on a device, on plain files by the same library, and by SQLCipher where it is
/// installed: same tables, same statements, one round after the other, so that what disturbs the
/// machine disturbs all.
struct Databases {
    enum Journal: String, CaseIterable { case delete, wal }

    enum Work: String, CaseIterable {
        case bulk = "insert 60,000 rows in one transaction"
        case single = "insert rows, each in a transaction"
        case point = "read rows by their keys"
        case scan = "read all rows"

        /// What we want to be of plain SQLite's speed; where it is nil, to be ahead of SQLCipher.
        var wanted: Double? {
            switch self {
            case .single: 0.9
            case .point: 0.85
            case .bulk, .scan: nil
            }
        }
    }

    /// Who does the work.
    struct Engine {
        let name: String
        let library: SQLiteLibrary
        let fileSystem: String
        /// Comes before all else.
        let opening: String
        let root: String
    }

    static let rowCount = 60_000

    let rounds: Int
    /// Words of the command line: with some of `ours`, `delete`, `single` and the like only that is
    /// done, to look at what it costs; with `cpu` time is the core's.
    let words: [String]

    private func chosen<Choice>(_ choices: [Choice], _ name: (Choice) -> String) -> [Choice] {
        let chosen = choices.filter { words.contains(name($0)) }
        return chosen.isEmpty ? choices : chosen
    }

    private var works: [Work] { chosen(Work.allCases) { "\($0)" } }

    /// The table, and a line for each peer.
    func rows() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let service = try DatabaseService(bench.files, at: "/protected-benchmark-device")
        defer { service.end() }
        try bench.files.makeDirectory("/Documents")
        let engines = engines(plain: bench.folder + "/plain", device: service.root + "/Documents")
        return try chosen(Journal.allCases, \.rawValue).flatMap { journal in
            let times = try times(engines, journal)
            return works.flatMap { rows($0, journal, times) }
        }
    }

    private func engines(plain: String, device: String) -> [Engine] {
        var engines = [
            Engine(
                name: "SQLite",
                library: .linked,
                fileSystem: "unix",
                opening: "",
                root: plain
            ),
            Engine(
                name: "ours",
                library: .linked,
                fileSystem: DatabaseService.fileSystemName,
                opening: "",
                root: device
            ),
        ]
        guard let cipher = SQLiteLibrary.sqlcipher() else { return chosen(engines, \.name) }
        let key = "PRAGMA key = \"x'\(String(repeating: "2d", count: 32))'\";"
        for (name, pages) in [
            ("SQLCipher", "PRAGMA cipher_page_size = 4096;"), ("SQLCipher, its pages", ""),
        ] {
            engines.append(
                Engine(
                    name: name,
                    library: cipher,
                    fileSystem: "unix",
                    opening: key + pages,
                    root: plain
                )
            )
        }
        return chosen(engines, \.name)
    }

    /// Seconds of the median round, by engine and work, for one piece of work.
    private typealias Times = [String: [Work: Double]]

    private func times(_ engines: [Engine], _ journal: Journal) throws -> Times {
        var all: [String: [Work: [Double]]] = [:]
        // The first round warms up.
        for round in 0...rounds {
            for offset in engines.indices {
                let engine = engines[(offset + round) % engines.count]
                let measured = try measure(engine, journal, round)
                guard round > 0 else { continue }
                for (work, time) in measured {
                    all[engine.name, default: [:]][work, default: []].append(time)
                }
            }
        }
        return all.mapValues { $0.mapValues { $0.sorted()[$0.count / 2] } }
    }

    private func rows(_ work: Work, _ journal: Journal, _ times: Times) -> [Row] {
        guard let plain = (times["SQLite"] ?? times.values.first)?[work] else { return [] }
        return times.keys.sorted().filter { $0 != "SQLite" }.reversed().compactMap { name in
            guard let time = times[name]?[work] else { return nil }
            let mode = journal == .wal ? "write-ahead log" : "journal"
            return .rate(
                "SQLite, \(mode): \(work.rawValue)" + (name == "ours" ? "" : ", \(name)"),
                "plain SQLite",
                amount: 1,
                unit: "rows/s",
                ours: time,
                theirs: plain,
                wanted: name == "ours" ? work.wanted : nil
            )
        }
    }
}

/// One round.
extension Databases {
    /// Seconds for a row, by work.
    private func measure(
        _ engine: Engine,
        _ journal: Journal,
        _ round: Int
    ) throws -> [Work: Double] {
        let path = "\(engine.root)/\(engine.name)-\(journal.rawValue)-\(round).db"
        var times: [Work: Double] = [:]
        let single: Int64 = 2_000
        let total = Int64(Self.rowCount)
        var database = try open(path, engine, journal)
        try database.run(
            "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT, length INTEGER)"
        )
        times[.bulk] = try seconds(for: Self.rowCount) {
            try database.run("BEGIN")
            for id in 1...total { _ = try database.sum(Self.insert, id) }
            try database.run("COMMIT")
        }
        // The pages that were just written are in SQLite's memory: another connection begins anew.
        database = try open(path, engine, journal)
        if works.contains(.single) {
            times[.single] = try seconds(for: Int(single)) {
                for id in total + 1...total + single { _ = try database.sum(Self.insert, id) }
            }
        }
        database = try open(path, engine, journal)
        if works.contains(.point) {
            var key: Int64 = 1
            times[.point] = try seconds(for: Self.rowCount) {
                for _ in 0..<total {
                    // All keys, in an order that jumps.
                    key = (key &* 48_271) % 60_013
                    _ = try database.sum("SELECT length FROM notes WHERE id = ?", key)
                }
            }
        }
        database = try open(path, engine, journal)
        if works.contains(.scan) {
            times[.scan] = try seconds(for: Self.rowCount) {
                _ = try database.sum("SELECT length FROM notes")
            }
        }
        return times
    }

    private static let insert = """
        INSERT INTO notes VALUES
        (?1, 'note number ' || ?1, 'a body of some words, as notes have, ' || hex(?1 * 7919), ?1)
        """

    private func open(
        _ path: String,
        _ engine: Engine,
        _ journal: Journal
    ) throws -> BenchDatabase {
        let database = try BenchDatabase(path, engine.library, fileSystem: engine.fileSystem)
        if !engine.opening.isEmpty { try database.run(engine.opening) }
        try database.run(
            "PRAGMA journal_mode = \(journal.rawValue); PRAGMA synchronous = FULL"
        )
        return database
    }

    private func seconds(for count: Int, _ work: () throws -> Void) rethrows -> Double {
        // The time of the core tells more of a machine that is busy, and nothing of its disk.
        let now = words.contains("cpu") ? Stopwatch.threadTime : SystemTime.sinceBoot
        let start = now()
        try work()
        return Stopwatch.seconds(now() - start) / Double(count)
    }
}
