#if PostgreSQL
import CloudRecords
import Foundation
import PostgreSQLRecords
import ProtectionModel
import Synchronization
import SystemIO
import Testing

/// How much random work is done: `PROTECTION_TOOLKIT_RECORDS_RUNS`, as `make records` sets it.
private let runCount =
    ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_RECORDS_RUNS"].flatMap(Int.init)

/// Devices of one user that count up, each in a record of its own, in one zone or in several.
private final class Counters: Sendable {
    struct Report {
        /// How often each counted, as far as it was told.
        var counts: [Int] = []
        /// How often it had to ask again.
        var repetitions = 0
        var codes: Set<String> = []
    }

    let engine: any RecordEngine
    let zoneCount: Int
    private let report = Mutex(Report())

    init(_ engine: any RecordEngine, zoneCount: Int) {
        self.engine = engine
        self.zoneCount = zoneCount
    }

    static func zone(_ number: Int) -> RecordZoneID { RecordZoneID("zone\(number)") }

    /// Lets devices count, each as often.
    func run(_ deviceCount: Int, times: Int) throws -> Report {
        for zone in 0..<zoneCount {
            try CloudTrial(over: engine, seed: 5).database().makeZone(Self.zone(zone))
        }
        let threads = try (0..<deviceCount).map { device in
            try SystemThread { [self] in
                do {
                    let count = try count(device, times: times)
                    report.withLock { $0.counts.append(count) }
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        for thread in threads { thread.finish() }
        return report.withLock { $0 }
    }

    private func count(_ device: Int, times: Int) throws -> Int {
        let database = try CloudTrial(over: engine, seed: UInt64(100 + device)).database()
        let id = RecordID("counter\(device)", in: Self.zone(device % zoneCount))
        var record = Record("Counter", id, ["n": .integer(0)])
        var done = 0
        for number in 1...times {
            record["n"] = .integer(Int64(number))
            let token = Array("\(device) \(number)".utf8)
            let outcome = try persistently {
                try database.change(saving: [record], token: token)[0]
            }
            record = try #require(outcome.record)
            done = number
        }
        return done
    }

    /// Asks until it is done or refused for good, as a device does.
    private func persistently(_ body: () throws -> RecordOutcome) throws -> RecordOutcome {
        while true {
            let code: ErrorCode
            do {
                let outcome = try body()
                guard let failed = outcome.code, Self.passing.contains(failed) else {
                    return outcome
                }
                code = failed
            } catch let error as ProtectionError where Self.passing.contains(error.code) {
                code = error.code
            }
            report.withLock { report in
                report.repetitions += 1
                report.codes.insert(code.description)
            }
        }
    }

    private static let passing: Set<ErrorCode> = [.serviceUnavailable, .zoneBusy]

    /// Looks that nothing was lost, nothing done twice, and no serial left out or given twice.
    func check(_ report: Report, deviceCount: Int, times: Int) throws {
        #expect(report.counts == [Int](repeating: times, count: deviceCount))
        let users = try engine.read(CloudTrial.notes) { try $0.users() }
        let owner = try #require(users.first)
        #expect(users.count == 1)
        for number in 0..<zoneCount {
            let key = ZoneKey(
                DatabaseKey(scope: .private, owner: owner.id),
                Self.zone(number).name
            )
            let devices = (0..<deviceCount).filter { $0 % zoneCount == number }
            let (state, records) = try engine.read(CloudTrial.notes) { transaction in
                (try transaction.zone(key), try transaction.changes(in: key, after: -1, limit: 999))
            }
            // Each count takes one serial, and no other.
            #expect(state?.serial == Int64(devices.count * times))
            #expect(records.last?.serial == state?.serial)
            #expect(Set(records.map(\.name)) == Set(devices.map { "counter\($0)" }))
            #expect(records.allSatisfy { $0.fields["n"] == .integer(Int64(times)) })
            #expect(state?.byteCount == records.reduce(0) { $0 + $1.byteCount })
        }
    }
}

@Suite(
    "connections to PostgreSQL that break",
    .enabled(if: PostgreSQLCluster.isThere, PostgreSQLCluster.absence),
    .timeLimit(.minutes(60))
)
struct CutConnectionTests {
    @Test(
        "cut at each piece of a request, before and after the commit: it is done, and once",
        arguments: SocketProxy.Side.allCases
    )
    func everyPiece(_ side: SocketProxy.Side) throws {
        let cluster = try PostgreSQLCluster.shared.get()
        let proxy = try SocketProxy(to: cluster.folder)
        defer { proxy.end() }
        let address = try PostgreSQLAddress("host=\(proxy.folder) dbname=records user=owner")
        let storage = PostgreSQLRecordEngine(address)
        let engine = RenamingEngine(engine: storage, prefix: "cut.\(UUID()).")
        let database = try CloudTrial(over: engine).notes()
        var record = try database.save(Record("Counter", .note("a"), ["n": .integer(0)]))
        var number = 0
        repeat {
            number += 1
            record["n"] = .integer(Int64(number))
            // Every other time with a connection that has to be made.
            if number % 2 == 0 { storage.close() }
            proxy.cut(side, at: (number + 1) / 2)
            let new = Record("Note", .note("n\(number)"), ["title": .string("x")])
            // Without a token: only the engine knows what became of it.
            let outcomes = try database.change(saving: [record, new])
            #expect(outcomes.map(\.code) == [nil, nil], "\(number)")
            record = try #require(outcomes[0].record)
        } while proxy.wasCut || number % 2 == 1
        #expect(number > 20)
        let changes = try database.changes(in: .notes).changed
        #expect(changes.count == number + 1)
        #expect(try database.record(.note("a"))["n"] == .integer(Int64(number)))
    }

    @Test("the server is killed, its processes ended, again and again: nothing lost, nothing twice")
    func killed() throws {
        let cluster = try PostgreSQLCluster()
        let counters = Counters(PostgreSQLRecordEngine(try cluster.address()), zoneCount: 2)
        let times = max(60, (runCount ?? 0) / 100)
        let isDone = Mutex(false)
        let killer = try SystemThread {
            do {
                var round = 0
                while !isDone.withLock({ $0 }) {
                    // Some work is done in between, however fast that is.
                    while !isDone.withLock({ $0 }), try count(cluster) < Int64(round + 1) * 8 {}
                    round += 1
                    if round % 3 == 0 {
                        cluster.kill()
                        try cluster.start()
                    } else {
                        try cluster.query(
                            """
                            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                            WHERE application_name = 'protection-toolkit'
                            """
                        )
                    }
                }
            } catch {
                Issue.record("\(error)")
            }
        }
        let report = try counters.run(4, times: times)
        isDone.withLock { $0 = true }
        killer.finish()
        try counters.check(report, deviceCount: 4, times: times)
        #expect(report.codes.isSubset(of: ["service-unavailable", "zone-busy"]))
    }

    /// How far all counted.
    private func count(_ cluster: PostgreSQLCluster) throws -> Int64 {
        let text = try cluster.query("SELECT coalesce(sum(serial), 0) FROM zones")
        return Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    @Test(
        "eight devices at once: each counts as if it were alone",
        arguments: [1, 8]
    )
    func eight(_ zoneCount: Int) throws {
        let cluster = try PostgreSQLCluster.shared.get()
        let engine = RenamingEngine(
            engine: PostgreSQLRecordEngine(try cluster.address()),
            prefix: "eight.\(UUID())."
        )
        let counters = Counters(engine, zoneCount: zoneCount)
        let times = max(20, (runCount ?? 0) / 20)
        let start = ContinuousClock.now
        let report = try counters.run(8, times: times)
        let time = ContinuousClock.now - start
        if runCount != nil {
            print("8 devices, \(zoneCount) zones: \(8 * times) saves in \(time), \(report)")
        }
        try counters.check(report, deviceCount: 8, times: times)
    }
}
#endif
