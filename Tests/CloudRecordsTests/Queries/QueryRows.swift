import CloudRecords
import ProtectionModel
import SodiumCrypto
import Testing

@Suite("queries (rows R-67, R-69)", .everyEngine)
struct QueryRows {
    @Test("R-67: who uses the app searches and sorts by what has an index alone")
    func indexes() throws {
        let trial = try CloudTrial()
        try trial.promote(
            "RECORD TYPE Note (a STRING QUERYABLE, b STRING SORTABLE);",
            CloudTrial.shop
        )
        let database = try trial.container(of: .ada, CloudTrial.shop).database(.private)
        let find = { (format: String, sort: String) in
            let sort = sort.isEmpty ? [] : [RecordSort(sort)]
            return try database.find(
                RecordQuery("Note", try RecordPredicate(format: format), sort: sort)
            )
        }
        #expect(try find("a = 'x'", "b").records.isEmpty)
        #expect(refusal { try find("b = 'x'", "") } == .invalidArgument)
        #expect(refusal { try find("a = 'x'", "a") } == .invalidArgument)
        #expect(refusal { try find("a = 'x'", "other") } == .invalidArgument)
        #expect(refusal { try find("a = 'x'", "creationDate") } == .invalidArgument)
        #expect(refusal { try find("TRUEPREDICATE", "") } == .invalidArgument)
        #expect(refusal { try find("self CONTAINS 'x'", "") } == .invalidArgument)
        let other = RecordQuery("Other", .always)
        #expect(refusal { try database.find(other) } == .notFound)
    }

    /// A database with so many records, of which none has its neighbour's number.
    private func many(_ count: Int) throws -> (trial: CloudTrial, database: RecordDatabase) {
        let trial = try CloudTrial()
        let database = try trial.notes()
        for start in stride(from: 0, to: count, by: 100) {
            let records = (start..<start + 100).map { number in
                Record("Note", .note("n\(number)"), ["n": .integer(Int64(number * 7 % count))])
            }
            try database.change(saving: records).check()
        }
        return (trial, database)
    }

    @Test("R-69: five hundred results come in three pages, whatever others write elsewhere")
    func pages() throws {
        let database = try many(500).database
        let query = RecordQuery(
            "Note",
            try RecordPredicate(format: "n >= 0"),
            sort: [RecordSort("n", isAscending: false)]
        )
        var pages: [[Record]] = []
        var cursor: RecordCursor?
        repeat {
            let page = try database.find(query, in: .notes, after: cursor)
            pages.append(page.records)
            cursor = page.cursor
            // Before the place where the search goes on.
            let early = Record("Note", .note("new\(pages.count)"), ["n": .integer(1_000)])
            try database.save(early)
            try database.remove(pages[0][pages.count].id)
        } while cursor != nil
        #expect(pages.map(\.count) == [200, 200, 100])
        let numbers = pages.joined().map { $0["n"] }
        #expect(numbers == (0..<500).reversed().map { .integer($0) })
    }

    @Test("results of one value are ordered by their names, and limits and keys obeyed")
    func ties() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        let other = RecordZoneID("a zone")
        try database.makeZone(other)
        for id in [RecordID.note("b"), RecordID("z", in: other), .note("a"), .note("é")] {
            try database.save(Record("Note", id, ["n": .integer(1), "x": .integer(2)]))
        }
        let query = RecordQuery(
            "Note",
            try RecordPredicate(format: "x = 2"),
            sort: [RecordSort("n")]
        )
        var names: [String] = []
        var cursor: RecordCursor?
        repeat {
            let page = try database.find(query, keys: ["n"], limit: 1, after: cursor)
            #expect(page.records.map(\.fields) == [["n": .integer(1)]])
            names += page.records.map(\.id.name)
            cursor = page.cursor
        } while cursor != nil
        #expect(names == ["z", "a", "b", "é"])
        #expect(try database.find(query, in: other).records.count == 1)
        #expect(refusal { try database.find(query, limit: 0) } == .invalidArgument)
        #expect(refusal { try database.find(query, in: RecordZoneID("no")) } == .zoneNotFound)
    }

    @Test("texts are sorted without case, and what a record lacks comes first")
    func order() throws {
        let database = try CloudTrial().notes()
        for (name, title) in [
            ("1", "b"), ("2", "A"), ("3", "a"), ("4", "B"), ("5", "ç"), ("7", "D"),
        ] {
            try database.save(.note(name, title: title))
        }
        var untitled = Record("Note", .note("6"))
        untitled["n"] = .integer(1)
        try database.save(untitled)
        for name in ["1", "2", "3", "4", "5", "7"] {
            var record = try database.record(.note(name))
            record["n"] = .integer(1)
            try database.save(record)
        }
        let names = { (isAscending: Bool) in
            let sort = [RecordSort("title", isAscending: isAscending)]
            let query = RecordQuery("Note", try RecordPredicate(format: "n = 1"), sort: sort)
            return try database.find(query).records.map(\.id.name)
        }
        #expect(try names(true) == ["6", "2", "3", "4", "1", "5", "7"])
        #expect(try names(false) == ["7", "5", "1", "4", "3", "2", "6"])
    }

    @Test("a cursor belongs to its query, and no bit of it can be changed")
    func cursors() throws {
        let (trial, database) = try many(100)
        let predicate = try RecordPredicate(format: "n > %@", [.integer(1)])
        let query = RecordQuery("Note", predicate)
        let cursor = try #require(try database.find(query, in: .notes, limit: 10).cursor)
        let others = [
            RecordQuery("Note", try RecordPredicate(format: "n > %@", [.integer(2)])),
            RecordQuery("Note", predicate, sort: [RecordSort("n")]),
        ]
        for other in others {
            #expect(
                refusal { try database.find(other, in: .notes, after: cursor) } == .invalidArgument
            )
        }
        #expect(refusal { try database.find(query, after: cursor) } == .invalidArgument)
        let bob = try trial.database(of: .bob)
        try bob.makeZone(.notes)
        #expect(refusal { try bob.find(query, in: .notes, after: cursor) } == .invalidArgument)
        let bytes = try #require(Base64URL.decode(cursor.text))
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            let forged = RecordCursor(Base64URL.encode(flipped))
            let code = refusal { try database.find(query, in: .notes, after: forged) }
            try #require(code == .invalidArgument)
        }
    }
}
