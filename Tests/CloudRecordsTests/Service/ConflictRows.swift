import CloudRecords
import Foundation
import ProtectionModel
import Synchronization
import Testing

@Suite("saves and conflicts (rows R-15 to R-22, R-70, R-72)", .everyEngine)
struct ConflictRows {
    /// Two fetches of the same record, of which the first was changed and saved.
    private func conflict(
        _ trial: CloudTrial
    ) throws -> (database: RecordDatabase, stale: Record) {
        let database = try trial.notes()
        let fields: [String: RecordValue] = ["a": .integer(1), "b": .integer(1)]
        try database.save(Record("Note", .note("x"), fields))
        let stale = try database.record(.note("x"))
        var other = stale
        other["a"] = .integer(2)
        other["c"] = .integer(2)
        try database.save(other)
        return (database, stale)
    }

    @Test("R-15: a record that nobody else saved is saved, and has a new tag")
    func current() throws {
        let database = try CloudTrial().notes()
        var record = try database.save(.note("a"))
        let tag = try #require(record.metadata?.changeTag)
        record["title"] = .string("y")
        let saved = try database.save(record)
        #expect(saved["title"] == .string("y"))
        #expect(saved.metadata?.changeTag != tag)
        #expect(saved.changedKeys.isEmpty)
        record = saved
        record["title"] = nil
        #expect(try database.save(record).fields.isEmpty)
    }

    @Test("R-16: one that another saved is refused, with all three records")
    func stale() throws {
        let (database, stale) = try conflict(CloudTrial())
        var record = stale
        record["b"] = .integer(3)
        let error = try #require(throws: ProtectionError.self) { try database.save(record) }
        #expect(error.code == .serverRecordChanged)
        let conflict = try #require(error.cause as? RecordConflict)
        #expect(conflict.client == record)
        #expect(conflict.server.fields == ["a": .integer(2), "b": .integer(1), "c": .integer(2)])
        #expect(conflict.ancestor == stale)
        #expect(try database.record(.note("x")) == conflict.server)
    }

    @Test("R-17: with changed keys the own ones win, and others stay")
    func changedKeys() throws {
        let (database, stale) = try conflict(CloudTrial())
        var record = stale
        record["b"] = .integer(3)
        let saved = try database.save(record, .changedKeys)
        #expect(saved.fields == ["a": .integer(2), "b": .integer(3), "c": .integer(2)])
    }

    @Test(
        "R-17: with changed keys the parent that others gave stays, too, unless it was changed here"
    )
    func changedParent() throws {
        let database = try CloudTrial().notes()
        try database.change(saving: [.note("a"), .note("p"), .note("q")]).check()
        var stale = try database.record(.note("a"))
        var other = stale
        other.parent = .note("p")
        try database.save(other)
        stale["title"] = .string("y")
        #expect(try database.save(stale, .changedKeys).parent == .note("p"))
        stale.parent = .note("q")
        #expect(try database.save(stale, .changedKeys).parent == .note("q"))
        stale.parent = nil
        #expect(try database.save(stale, .changedKeys).parent == nil)
    }

    @Test("R-18: with all keys the local ones win, and those of the server alone stay")
    func allKeys() throws {
        let (database, stale) = try conflict(CloudTrial())
        let saved = try database.save(stale, .allKeys)
        #expect(saved.fields == ["a": .integer(1), "b": .integer(1), "c": .integer(2)])
    }

    @Test("R-19: a new record of a name that is there is refused, without an ancestor")
    func nameTaken() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("a"))
        let error = try #require(throws: ProtectionError.self) {
            try database.save(.note("a", title: "y"))
        }
        #expect(error.code == .serverRecordChanged)
        let conflict = try #require(error.cause as? RecordConflict)
        #expect(conflict.ancestor == nil)
        #expect(conflict.server["title"] == .string("x"))
        let other = Record("Other", .note("a"))
        #expect(refusal { try database.save(other, .allKeys) } == .invalidArgument)
    }

    @Test("R-20: a record that another removed is not found")
    func removed() throws {
        let database = try CloudTrial().notes()
        let record = try database.save(.note("a"))
        try database.remove(.note("a"))
        #expect(refusal { try database.save(record) } == .notFound)
        let again = try database.save(.note("a"))
        #expect(again.metadata?.changeTag != record.metadata?.changeTag)
        #expect(refusal { try database.save(record) } == .serverRecordChanged)
    }

    @Test(
        "R-20: who overwrites what others did makes it anew, whole",
        arguments: [SavePolicy.changedKeys, .allKeys]
    )
    func madeAnew(_ policy: SavePolicy) throws {
        let database = try CloudTrial().notes()
        var record = try database.save(.note("a"))
        try database.remove(.note("a"))
        record["n"] = .integer(1)
        try database.save(record, policy)
        #expect(
            try database.record(.note("a")).fields == ["n": .integer(1), "title": .string("x")]
        )
    }

    @Test("a record is removed once, and removing it again is no failure")
    func removedTwice() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("a"))
        try database.remove(.note("a"))
        let token = try database.changes(in: .notes).token
        try database.change(saving: [.note("b")], removing: [.note("a"), .note("c")]).check()
        #expect(try database.changes(in: .notes, since: token).removed.isEmpty)
    }

    @Test("R-21: of two devices that save at once exactly one wins, a thousand times")
    func race() throws {
        let trial = try CloudTrial()
        let databases = [try trial.notes(), try trial.notes()]
        var record = try databases[0].save(.note("a"))
        for round in 0..<1_000 {
            let start = record
            let winners = Mutex<[Record]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { device in
                var own = start
                own["title"] = .string("\(round) \(device)")
                if let saved = try? databases[device].save(own) {
                    winners.withLock { $0.append(saved) }
                }
            }
            let won = winners.withLock { $0 }
            try #require(won.count == 1)
            record = won[0]
            #expect(try databases[0].record(.note("a")) == record)
        }
    }

    @Test("R-22: an unknown name and an unknown zone are told apart")
    func unknown() throws {
        let database = try CloudTrial().notes()
        #expect(refusal { try database.record(.note("a")) } == .notFound)
        let elsewhere = RecordID("a", in: RecordZoneID("elsewhere"))
        #expect(refusal { try database.record(elsewhere) } == .zoneNotFound)
        #expect(refusal { try database.save(Record("Note", elsewhere)) } == .zoneNotFound)
        #expect(refusal { try database.remove(elsewhere) } == .zoneNotFound)
        let outcomes = try database.fetch([.note("a"), elsewhere])
        #expect(outcomes.map(\.code) == [.notFound, .zoneNotFound])
    }

    @Test("R-70: keys that were not fetched are not lost", arguments: SavePolicy.allCases)
    func desiredKeys(_ policy: SavePolicy) throws {
        let database = try CloudTrial().notes()
        let fields: [String: RecordValue] = ["a": .integer(1), "b": .integer(1)]
        try database.save(Record("Note", .note("x"), fields))
        var record = try database.record(.note("x"), keys: ["a", "z"])
        #expect(record.fields == ["a": .integer(1)])
        record["a"] = .integer(2)
        try database.save(record, policy)
        #expect(try database.record(.note("x")).fields == ["a": .integer(2), "b": .integer(1)])
    }

    @Test("R-72: texts of another language are texts everywhere")
    func injection() throws {
        let trial = try CloudTrial()
        let database = try trial.database()
        let text = "'; DROP TABLE records; --"
        let zone = RecordZoneID(text)
        try database.makeZone(zone)
        let reference = RecordReference(RecordID(text, in: zone))
        let fields: [String: RecordValue] = [
            "text": .string(text), "list": .list([.string(text)]), "other": .reference(reference),
        ]
        try database.save(Record("Note", RecordID(text, in: zone), fields))
        #expect(try database.record(RecordID(text, in: zone)).fields == fields)
        for format in ["text = %@", "list CONTAINS %@", "text BEGINSWITH %@", "other = %@"] {
            let predicate = try RecordPredicate(format: format, [.string(text)])
            let found = try database.find(RecordQuery("Note", predicate), in: zone).records
            #expect(found.count == 1, "\(format)")
        }
        #expect(refusal { try database.save(Record(text, RecordID("a"))) } == .invalidArgument)
        #expect(refusal { try RecordPredicate(format: text) } == .malformedPredicate)
    }
}
