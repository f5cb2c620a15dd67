import CloudRecords
import ProtectionModel
import Testing

@Suite("values and schema (rows R-8 to R-14)", .everyEngine)
struct ValueRows {
    @Test("R-8, R-9: a new record is in the default zone, and told who saved it when")
    func metadata() throws {
        let trial = try CloudTrial()
        let database = try trial.database()
        let first = try database.save(Record("Note", RecordID("a")))
        let id = try trial.container().userID()
        let metadata = try #require(first.metadata)
        #expect(first.id.zone == .standard)
        #expect(metadata.created == trial.clock.wallTime())
        #expect(metadata.creator == id && metadata.modifier == id)
        trial.clock.advance(by: .seconds(5))
        let second = try #require(try database.save(first).metadata)
        #expect(second.created == metadata.created)
        #expect(second.modified == trial.clock.wallTime())
        #expect(second.changeTag != metadata.changeTag)
        #expect(Record("Note").id.name.count == 36)
        #expect(Record("Note").id != Record("Note").id)
    }

    @Test("R-10: every value, and lists of each, come back as they were")
    func values() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        var fields = RecordBodyTests.fields
        for (key, value) in fields where !value.references.isEmpty || !value.assets.isEmpty {
            let new: RecordValue =
                value.assets.isEmpty
                ? .reference(RecordReference(.note("other")))
                : .asset(try trial.asset(7, byteCount: 5, in: .private))
            fields[key] = if case .list = value { .list([new]) } else { new }
        }
        try database.save(Record("All", .note("a"), fields))
        #expect(try database.record(.note("a")).fields == fields)
        #expect(RecordValue.integer(1) != .real(1))
    }

    @Test("R-11: a list of several types is refused, and so are lists in lists, NaN and the like")
    func unkept() throws {
        let database = try CloudTrial().notes()
        let bad: [RecordValue] = [
            .list([.integer(1), .string("x")]), .list([.list([.integer(1)])]), .real(.nan),
            .list([.real(.nan)]), .location(RecordLocation(latitude: 91, longitude: 0)),
            .date(Timestamp(seconds: 0, nanoseconds: -1)),
            .asset(RecordAsset(digest: [1], byteCount: 1)),
            .string("e" + String(repeating: "\u{301}", count: 31)),
            .reference(RecordReference(RecordID("x"))),
            .sealed(SealedValue([1], of: RecordFieldType(.asset))),
        ]
        for value in bad {
            let record = Record("Bad", .note("a"), ["x": value])
            #expect(refusal { try database.save(record) } == .invalidArgument, "\(value)")
        }
        #expect(refusal { try database.record(.note("a")) } == .notFound)
    }

    @Test("names that are empty, long, unprintable or the service's own are refused")
    func names() throws {
        let database = try CloudTrial().notes()
        let long = String(repeating: "é", count: 128)
        for name in ["", long, "a\nb", "_a", "a\u{7F}"] {
            #expect(refusal { try database.save(Record("Note", .note(name))) } == .invalidArgument)
            #expect(refusal { try database.makeZone(RecordZoneID(name)) } == .invalidArgument)
        }
        for word in ["", "1a", "a b", "é", "a-b", "_a", "___recordID", long] {
            #expect(refusal { try database.save(Record(word, .note("a"))) } == .invalidArgument)
            let record = Record("Note", .note("a"), [word: .integer(1)])
            #expect(refusal { try database.save(record) } == .invalidArgument)
        }
        try database.save(Record("Note", .note(String(long.dropLast()) + "x")))
    }

    @Test("R-12: while an app is made, the schema learns fields from saves")
    func learns() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        try database.save(Record("Note", .note("a"), ["n": .integer(1), "empty": .list([])]))
        try database.save(Record("Note", .note("b"), ["empty": .list([.string("x")])]))
        let type = try #require(try trial.service.schema(of: CloudTrial.notes)["Note"])
        #expect(type["n"]?.type == RecordFieldType(.int64))
        #expect(type["empty"]?.type == RecordFieldType(.string, isList: true))
        #expect(type["n"]?.indexes == [.queryable, .sortable])
        #expect(type.grants == RecordGrant.standard)
    }

    @Test("R-13: a field's type never changes", arguments: RecordEnvironment.allCases)
    func retyped(_ environment: RecordEnvironment) throws {
        let trial = try CloudTrial()
        let key = ContainerKey("c", environment)
        try trial.promote("RECORD TYPE Note (title STRING, n NUMBER);", key)
        let database = try trial.container(of: .ada, key).database(.private)
        let record = Record("Note", RecordID("a"), ["title": .integer(1)])
        #expect(refusal { try database.save(record) } == .invalidArgument)
        let both = Record("Note", RecordID("a"), ["a": .integer(1), "title": .integer(1)])
        #expect(refusal { try database.save(both) } == .invalidArgument)
        #expect(try trial.service.schema(of: key)["Note"]?["a"] == nil)
        for value in [RecordValue.integer(1), .real(1.5)] {
            try database.save(Record("Note", RecordID("a"), ["n": value]), .allKeys)
        }
    }

    @Test("R-14: what the app's users have refuses fields and types that the schema lacks")
    func production() throws {
        let trial = try CloudTrial()
        try trial.promote("RECORD TYPE Note (title STRING);", CloudTrial.shop)
        let database = try trial.container(of: .ada, CloudTrial.shop).database(.private)
        let record = Record("Note", RecordID("a"), ["other": .integer(1)])
        #expect(refusal { try database.save(record) } == .invalidArgument)
        #expect(refusal { try database.save(Record("Other", RecordID("a"))) } == .invalidArgument)
        try database.save(Record("Note", RecordID("a"), ["title": .string("x")]))
    }

    @Test("R-40: what is encrypted is neither public nor a reference nor plain before")
    func encrypted() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        let sealed = RecordValue.sealed(SealedValue([1], of: RecordFieldType(.string)))
        try database.save(Record("Note", .note("a"), ["plain": .string("x"), "sealed": sealed]))
        let type = try #require(try trial.service.schema(of: CloudTrial.notes)["Note"])
        #expect(type["sealed"] == RecordField("sealed", .init(.string, isEncrypted: true)))
        let plain = Record("Note", .note("b"), ["plain": sealed])
        #expect(refusal { try database.save(plain) } == .invalidArgument)
        let opened = Record("Note", .note("b"), ["sealed": .string("x")])
        #expect(refusal { try database.save(opened) } == .invalidArgument)
        let world = try trial.world(.ada)
        let record = Record("Other", RecordID("a"), ["x": sealed])
        #expect(refusal { try world.save(record) } == .invalidArgument)
    }
}
