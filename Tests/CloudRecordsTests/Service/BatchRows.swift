import CloudRecords
import ProtectionModel
import Testing

@Suite("batches (rows R-23 to R-29)", .everyEngine)
struct BatchRows {
    /// A zone with the record `b`, and three saves of which that of `b` conflicts.
    private func saves(_ database: RecordDatabase, in zone: RecordZoneID) throws -> [Record] {
        try database.save(Record("Note", RecordID("b", in: zone)))
        return ["a", "b", "c"].map { Record("Note", RecordID($0, in: zone)) }
    }

    @Test("R-23: in a zone of the app's a batch is done as a whole or not at all")
    func atomic() throws {
        let database = try CloudTrial().notes()
        let records = try saves(database, in: .notes)
        let before = try database.changes(in: .notes).token
        let outcomes = try database.change(saving: records)
        #expect(outcomes.map(\.id) == records.map(\.id))
        #expect(outcomes.map(\.code) == [.batchFailed, .serverRecordChanged, .batchFailed])
        #expect(try database.changes(in: .notes, since: before).changed.isEmpty)
    }

    @Test("R-24: one that is not atomic does what it can, and tells what it could not")
    func notAtomic() throws {
        let database = try CloudTrial().notes()
        let records = try saves(database, in: .notes)
        let outcomes = try database.change(saving: records, isAtomic: false)
        #expect(outcomes.map(\.code) == [nil, .serverRecordChanged, nil])
        let error = try #require(throws: ProtectionError.self) { try outcomes.check() }
        #expect(error.code == .partialFailure)
        #expect(error.message == "'notes/b': server-record-changed")
        #expect((error.cause as? RecordFailures)?.outcomes == outcomes)
        #expect(try database.record(.note("c")) == outcomes[2].record)
    }

    @Test("R-25: in the standard zone nothing is atomic")
    func standardZone() throws {
        let database = try CloudTrial().database()
        let records = try saves(database, in: .standard)
        let outcomes = try database.change(saving: records, isAtomic: true)
        #expect(outcomes.map(\.code) == [nil, .serverRecordChanged, nil])
        #expect(RecordZoneID.notes.isAtomic && !RecordZoneID.standard.isAtomic)
    }

    @Test("a batch that reaches into two zones fails in one alone")
    func twoZones() throws {
        let database = try CloudTrial().notes()
        let other = RecordZoneID("other")
        try database.makeZone(other)
        let records = try saves(database, in: .notes)
        let outcomes = try database.change(
            saving: [records[1], Record("Note", RecordID("d", in: other)), records[0]]
        )
        #expect(outcomes.map(\.code) == [.serverRecordChanged, nil, .batchFailed])
        let gone = Record("Note", RecordID("e", in: RecordZoneID("gone")))
        let more = try database.change(saving: [gone, records[0]])
        #expect(more.map(\.code) == [.zoneNotFound, nil])
    }

    @Test("what is wrong in itself fails an atomic batch, too")
    func invalid() throws {
        let database = try CloudTrial().notes()
        let bad = Record("Note", .note("bad"), ["x": .real(.nan)])
        let outcomes = try database.change(saving: [.note("a"), bad], removing: [.note("b")])
        #expect(outcomes.map(\.code) == [.batchFailed, .invalidArgument, .batchFailed])
        #expect(
            refusal { try database.change(saving: [.note("a"), .note("a")]) } == .invalidArgument
        )
        let both = { try database.change(saving: [.note("a")], removing: [.note("a")]) }
        #expect(refusal(both) == .invalidArgument)
    }

    @Test("R-27: two hundred operations are done, one more is refused with nothing done")
    func count() throws {
        let database = try CloudTrial().notes()
        let records = (0..<201).map { Record.note("n\($0)") }
        #expect(refusal { try database.change(saving: records) } == .limitExceeded)
        #expect(try database.changes(in: .notes).changed.isEmpty)
        let done = try database.change(saving: Array(records.dropLast()))
        #expect(done.allSatisfy { $0.failure == nil })
        let ids = records.map(\.id)
        #expect(refusal { try database.fetch(ids) } == .limitExceeded)
        #expect(try database.fetch(Array(ids.dropLast())).compactMap(\.record).count == 200)
    }

    @Test("R-28: a record has a mebibyte and no byte more")
    func size() throws {
        let database = try CloudTrial().notes()
        var record = Record("Note", .note("a"), ["x": .bytes([])])
        let room = (1 << 20) - RecordBody.encode(record.fields).count
        record["x"] = .bytes([UInt8](repeating: 1, count: room))
        let saved = try database.save(record)
        record = Record("Note", .note("b"), ["x": .bytes([UInt8](repeating: 1, count: room + 1))])
        #expect(refusal { try database.save(record) } == .limitExceeded)
        var more = saved
        more["y"] = .integer(1)
        #expect(refusal { try database.save(more) } == .limitExceeded)
        let asset = RecordAsset(digest: [UInt8](repeating: 1, count: 32), byteCount: 50_000_001)
        record = Record("Note", .note("c"), ["x": .asset(asset)])
        #expect(refusal { try database.save(record) } == .limitExceeded)
    }

    @Test("R-29: a request that is repeated with its token is done once")
    func repeated() throws {
        let trial = try CloudTrial()
        let (container, faults) = try trial.device()
        let database = container.database(.private)
        try database.makeZone(.notes)
        try database.save(.note("old"))
        var lost = CloudFaults.Plan(.refused(.networkUnavailable), call: .change)
        lost.moment = .afterCommit
        faults.plan(lost)
        let request = {
            try database.change(saving: [.note("a")], removing: [.note("old")], token: [1])
        }
        #expect(refusal(request) == .networkUnavailable)
        let serial = try database.changes(in: .notes).token
        let outcomes = try request()
        #expect(outcomes.map(\.code) == [nil, nil])
        #expect(outcomes[0].record == (try database.record(.note("a"))))
        #expect(try database.changes(in: .notes, since: serial).changed.isEmpty)
        #expect(refusal { try database.save(.note("a")) } == .serverRecordChanged)
        let other = try database.change(saving: [.note("b")], token: [1])
        #expect(other.map(\.code) == [.invalidArgument])
    }

    @Test("a token is remembered as long as removals, and is one user's alone")
    func forgotten() throws {
        let trial = try CloudTrial()
        let request = { (person: CloudPerson) in
            try trial.world(person).change(saving: [Record("Note", RecordID("a"))], token: [1])
                .map(\.code)
        }
        #expect(try request(.ada) == [nil])
        #expect(try request(.ada) == [nil])
        #expect(try request(.bob) == [.permissionDenied])
        trial.clock.advance(by: .seconds(90 * 86_400 + 1))
        #expect(try request(.ada) == [nil])
        try trial.service.forgetRemovals(in: CloudTrial.notes)
        #expect(try request(.ada) == [.serverRecordChanged])
    }

    @Test("a repetition does what failed, and does not save again what another removed meanwhile")
    func repeatedLater() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("b"))
        let request = {
            try database.change(saving: [.note("a"), .note("b")], isAtomic: false, token: [1])
        }
        #expect(try request().map(\.code) == [nil, .serverRecordChanged])
        try database.remove(.note("a"))
        try database.remove(.note("b"))
        #expect(try request().map(\.code) == [.notFound, nil])
        #expect(try request().map(\.code) == [.notFound, nil])
        #expect(refusal { try database.record(.note("a")) } == .notFound)
    }
}
