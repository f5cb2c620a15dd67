import CloudRecords
import ProtectionModel
import TestSupport
import Testing

/// Shows what an index would leave of the records, and all that it would not as well.
private final class NarrowingEngine: RecordEngine {
    let engine = MemoryRecordEngine()
    let narrows: Bool

    init(narrows: Bool) { self.narrows = narrows }

    func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try engine.read(container) { try body(NarrowingReader(reader: $0, narrows: narrows)) }
    }

    func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        try engine.write(container, locking: zone, body)
    }
}

private struct NarrowingReader: RecordReading {
    let reader: any RecordReading
    let narrows: Bool

    func candidates(
        of type: String,
        in zone: ZoneKey,
        for predicate: RecordPredicate,
        _ body: (StoredRecord) throws -> Void
    ) throws {
        try reader.candidates(of: type, in: zone, for: predicate) { record in
            let entries = IndexEntry.all(of: record, in: zone.id)
            let words = IndexEntry.words(of: record)
            let bounds = predicate.condition.bounds
            if !narrows || bounds.allSatisfy({ $0.admits(entries, words: words) }) {
                try body(record)
            }
        }
    }

    func schema() throws -> String? { try reader.schema() }
    func zone(_ key: ZoneKey) throws -> ZoneState? { try reader.zone(key) }
    func zones(of database: DatabaseKey) throws -> [ZoneState] { try reader.zones(of: database) }
    func record(_ name: String, in zone: ZoneKey) throws -> StoredRecord? {
        try reader.record(name, in: zone)
    }
    func changes(in zone: ZoneKey, after serial: Int64, limit: Int) throws -> [StoredRecord] {
        try reader.changes(in: zone, after: serial, limit: limit)
    }
    func referrers(to name: String, in zone: ZoneKey, by link: RecordLink) throws -> [String] {
        try reader.referrers(to: name, in: zone, by: link)
    }
    func users() throws -> [StoredUser] { try reader.users() }
    func user(_ word: UserWord) throws -> StoredUser? { try reader.user(word) }
    func request(_ token: [UInt8], of database: DatabaseKey) throws -> StoredRequest? {
        try reader.request(token, of: database)
    }
    func incarnation() throws -> UInt64? { try reader.incarnation() }
    func subscriptions(of owner: String, to database: DatabaseKey) throws -> [StoredSubscription] {
        try reader.subscriptions(of: owner, to: database)
    }
    func subscriptions(
        to database: DatabaseKey,
        watching types: Set<String>
    ) throws -> [StoredSubscription] {
        try reader.subscriptions(to: database, watching: types)
    }
    func devices(of user: String) throws -> [StoredDevice] { try reader.devices(of: user) }
    func device(_ token: [UInt8]) throws -> StoredDevice? { try reader.device(token) }
    func pushes(limit: Int) throws -> [StoredPush] { try reader.pushes(limit: limit) }
}

@Suite("what an index has", .timeLimit(.minutes(30)))
struct IndexTests {
    private static let texts = [
        "Ada", "ADA", "ada b", "e", "é", "e\u{301}", "E", "", "Straße", "STRASSE", "the Bob",
        "e\u{327}",
        "ﬁ", "İ", "i\u{307}", "x1", "Å", "a\u{30A}",
    ]
    private static let numbers: [RecordValue] = [
        .integer(0), .integer(9_007_199_254_740_993), .integer(9_007_199_254_740_992),
        .integer(.max), .integer(.min), .integer(-1), .integer(1),
    ]
    private static let reals: [RecordValue] = [
        .real(0), .real(-0.0), .real(.infinity), .real(1), .real(9_007_199_254_740_992), .real(0.1),
    ]
    private static let dates: [RecordValue] = [
        .date(Timestamp(seconds: 1_700_000_000, nanoseconds: 1)), .date(Timestamp(seconds: -1)),
        .date(Timestamp(seconds: 1_700_000_000, nanoseconds: 2)),
        .date(Timestamp(seconds: 1_700_000_000)),
    ]

    private func record(_ number: Int, _ mutator: inout Mutator) -> Record {
        var record = Record("Item", RecordID(["Ada", "r"][number % 2] + "\(number)"))
        func pick(_ values: [RecordValue]) -> RecordValue {
            values[mutator.number(below: values.count)]
        }
        let texts = Self.texts.map { RecordValue.string($0) }
        if mutator.number(below: 4) > 0 { record["text"] = pick(texts) }
        if mutator.number(below: 4) > 0 { record["n"] = pick(Self.numbers) }
        if mutator.number(below: 4) > 0 { record["r"] = pick(Self.reals) }
        if mutator.number(below: 4) > 0 { record["date"] = pick(Self.dates) }
        record["list"] = .list((0..<mutator.number(below: 3)).map { _ in pick(texts) })
        record["link"] = .reference(
            RecordReference(RecordID(mutator.number(below: 2) == 0 ? "a" : "A"))
        )
        return record
    }

    private func predicate(_ mutator: inout Mutator) throws -> RecordPredicate {
        let text = RecordValue.string(Self.texts[mutator.number(below: Self.texts.count)])
        let number = (Self.numbers + Self.reals)[mutator.number(below: 13)]
        let date = Self.dates[mutator.number(below: Self.dates.count)]
        let sign = ["=", "!=", "<", "<=", ">", ">="][mutator.number(below: 6)]
        let forms: [(String, [RecordValue])] = [
            ("text \(sign) %@", [text]), ("n \(sign) %@", [number]), ("r \(sign) %@", [number]),
            ("date \(sign) %@", [date]), ("text BEGINSWITH %@", [text]),
            ("list CONTAINS %@", [text]),
            ("n BETWEEN {%@, %@}", [.integer(-1), number]), ("n IN {%@, 1}", [number]),
            ("ANY list IN {%@, 'x'}", [text]), ("link = %@", [.string("a")]),
            ("self CONTAINS %@", [text]), ("NOT n \(sign) %@", [number]),
            ("recordID = %@", [.string("r1")]), ("recordName BEGINSWITH 'Ada'", []),
            ("ALL tokenize('ada b', 'Cdl') IN allTokens", []),
        ]
        let first = forms[mutator.number(below: forms.count - 2)]
        let second = forms[mutator.number(below: 4)]
        return mutator.number(below: 2) == 0
            ? try RecordPredicate(format: first.0, first.1)
            : try RecordPredicate(format: "\(first.0) AND \(second.0)", first.1 + second.1)
    }

    @Test("an index hides no record that a predicate holds for, and hides most others")
    func narrows() throws {
        let narrowing = [true, false].map { NarrowingEngine(narrows: $0) }
        let scenes = try EngineUnderTest.allCases.dropFirst(2).map { try $0.make() }
        let engines: [any RecordEngine] = narrowing + scenes.map(\.engine)
        let databases = try engines.map { engine in
            let trial = try CloudTrial(over: engine)
            try trial.promote(
                """
                RECORD TYPE Item ("___recordID" REFERENCE QUERYABLE,
                    text STRING QUERYABLE SEARCHABLE, n INT64 QUERYABLE, r DOUBLE QUERYABLE,
                    date TIMESTAMP QUERYABLE, list LIST<STRING> QUERYABLE SEARCHABLE,
                    link REFERENCE QUERYABLE);
                """
            )
            return try trial.database()
        }
        for database in databases {
            var mutator = Mutator(seed: 5)
            try database.change(saving: (0..<60).map { record($0, &mutator) }).check()
        }
        var mutator = Mutator(seed: 6)
        var found = 0
        for _ in 0..<max(300, Mutator.iterationCount / 4) {
            let query = RecordQuery("Item", try predicate(&mutator))
            let names = try databases.map { try $0.find(query).records.map(\.id.name) }
            #expect(names.allSatisfy { $0 == names[1] }, "\(query.predicate.text)")
            found += names[1].count
        }
        #expect(found > 500)
    }
}
