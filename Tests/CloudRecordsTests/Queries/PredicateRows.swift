import CloudRecords
import Documents
import ProtectionModel
import TestSupport
import Testing

@Suite("predicates (rows R-41, R-56 to R-66)", .everyEngine)
struct PredicateRows {
    private static let schema = """
        RECORD TYPE Item (
            "___recordID"   REFERENCE QUERYABLE SORTABLE,
            "___createTime" TIMESTAMP QUERYABLE SORTABLE,
            name    STRING QUERYABLE SEARCHABLE SORTABLE,
            notes   LIST<STRING> SEARCHABLE,
            start   TIMESTAMP QUERYABLE,
            tags    LIST<STRING> QUERYABLE,
            numbers LIST<INT64> QUERYABLE,
            a       INT64 QUERYABLE SORTABLE,
            b       DOUBLE QUERYABLE,
            place   LOCATION QUERYABLE,
            owner   REFERENCE QUERYABLE,
            blob    BYTES QUERYABLE,
            secret  ENCRYPTED STRING,
            hidden  STRING
        );
        """

    /// The names of the records that a predicate finds among some.
    private func found(
        _ format: String,
        _ arguments: [RecordValue] = [],
        in records: [String: [String: RecordValue]],
        adjust: (inout RecordLimits) -> Void = { _ in }
    ) throws -> [String] {
        let trial = try CloudTrial(adjust)
        try trial.promote(Self.schema)
        let database = try trial.database()
        for (name, fields) in records.sorted(by: { $0.key < $1.key }) {
            try database.save(Record("Item", RecordID(name), fields))
        }
        let query = RecordQuery("Item", try RecordPredicate(format: format, arguments))
        return try database.find(query).records.map(\.id.name)
    }

    private func names(_ names: [String: String]) -> [String: [String: RecordValue]] {
        names.mapValues { ["name": .string($0)] }
    }

    @Test("R-56: texts are equal whatever their case")
    func equality() throws {
        let records = names(["1": "ADA", "2": "Adam", "3": "ÉMILE", "4": "E\u{301}mile"])
        #expect(try found("name = 'Ada'", in: records) == ["1"])
        #expect(try found("name == \"émile\"", in: records) == ["3", "4"])
        #expect(try found("'ada' = name", in: records) == ["1"])
        #expect(try found("name != 'ada'", in: records) == ["2", "3", "4"])
        #expect(try found("NOT name = 'ada'", in: records) == ["2", "3", "4"])
        #expect(try found("name IN {'ADAM', 'x'}", in: records) == ["2"])
        #expect(try found("name < 'adb'", in: records) == ["1", "2"])
    }

    @Test("R-57: the case of a beginning counts")
    func beginning() throws {
        let records = names(["1": "Ada"])
        #expect(try found("name BEGINSWITH 'ad'", in: records).isEmpty)
        #expect(try found("name BEGINSWITH 'Ad'", in: records) == ["1"])
        #expect(try found("name beginswith %@", [.string("Ada")], in: records) == ["1"])
    }

    @Test("R-58: what stands beside 'AND' holds together")
    func both() throws {
        let dates = [10, 20, 30].map { RecordValue.date(Timestamp(seconds: $0)) }
        let records: [String: [String: RecordValue]] = [
            "1": ["start": dates[0], "name": .string("x")],
            "2": ["start": dates[2], "name": .string("x")],
            "3": ["start": dates[2], "name": .string("y")], "4": ["name": .string("x")],
        ]
        #expect(try found("start > %@ AND name = 'x'", [dates[1]], in: records) == ["2"])
        #expect(try found("(start > %@) && !(name = 'x')", [dates[1]], in: records) == ["3"])
        #expect(try found("%K <= %@", [.string("start"), dates[0]], in: records) == ["1"])
        let cast = "start < CAST(-978307185.5, \"NSDate\")"
        #expect(try found(cast, in: records) == ["1"])
        #expect(
            try found("start BETWEEN {%@, %@}", [dates[1], dates[2]], in: records) == ["2", "3"]
        )
        #expect(try found("creationDate > %@", [dates[0]], in: records).count == 4)
        #expect(try found("TRUEPREDICATE", in: records).count == 4)
    }

    @Test(
        "R-59, R-64, 7: what CKQuery does not take is refused with its column",
        arguments: [
            ("a = 1 OR b = 2", 7), ("a = 1 || b = 2", 7), ("ALL tags = 'a'", 1),
            ("NONE tags = 'a'", 1), ("name LIKE 'a*'", 6), ("name MATCHES 'a'", 6),
            ("name ENDSWITH 'a'", 6), ("name =[cd] 'a'", 7), ("name BEGINSWITH[c] 'a'", 16),
            ("owner.name = 'a'", 1), ("FALSEPREDICATE", 1), ("name = nil", 8),
            ("NOT (a = 1 AND b = 2)", 1), ("a = 1 AND NOT a BETWEEN {1, 2}", 11),
            ("NOT self CONTAINS 'a'", 1), ("!ANY tokenize('a', 'Cdl') IN allTokens", 1),
            ("a = b", 3), ("1 = 1", 3), ("self = 'a'", 6), ("a", 2), ("", 1), ("a =", 4),
            ("a = 1 b", 7), ("(a = 1", 7), ("a = 'x", 5), ("a # 1", 3), ("a BETWEEN {1}", 3),
            ("a IN {1, b}", 11), ("ANY tags BEGINSWITH 'a'", 10), ("a = %@", 5), ("a = 1e999", 5),
            ("é = 1", 1), ("a + 1 = 2", 3), ("_a = 1", 1),
        ]
    )
    func refused(_ format: String, _ column: Int) throws {
        let error = try #require(throws: ProtectionError.self) {
            try RecordPredicate(format: format)
        }
        #expect(error.code == .malformedPredicate)
        #expect(error.message.hasPrefix("column \(column): "), "\(error.message)")
    }

    @Test("7: a predicate is 4 KiB long and 32 levels deep at most")
    func limits() throws {
        let deep = {
            String(repeating: "(", count: $0) + "a = 1" + String(repeating: ")", count: $0)
        }
        _ = try RecordPredicate(format: deep(32))
        #expect(refusal { try RecordPredicate(format: deep(33)) } == .malformedPredicate)
        let negated = { String(repeating: "!", count: $0) + "a=1" }
        _ = try RecordPredicate(format: negated(32))
        #expect(refusal { try RecordPredicate(format: negated(33)) } == .malformedPredicate)
        let long = { "a = '" + String(repeating: "x", count: $0 - 6) + "'" }
        _ = try RecordPredicate(format: long(4_096))
        #expect(refusal { try RecordPredicate(format: long(4_097)) } == .malformedPredicate)
        #expect(
            refusal { try RecordPredicate(format: "a = %@", [.real(.nan)]) } == .malformedPredicate
        )
        let two: [RecordValue] = [.integer(1), .integer(2)]
        #expect(refusal { try RecordPredicate(format: "a = %@", two) } == .malformedPredicate)
    }

    @Test(
        "R-41, R-59, R-67: what does not go with the schema is refused",
        arguments: [
            ("secret = 'x'", ErrorCode(.malformedPredicate)),
            ("name CONTAINS 'x'", .malformedPredicate),
            ("a = 1 AND secret BEGINSWITH 'x'", .malformedPredicate),
            ("tags = 'x'", .malformedPredicate), ("a BEGINSWITH 'x'", .malformedPredicate),
            ("owner < 'x'", .malformedPredicate), ("other = 1", ErrorCode(.invalidArgument)),
            ("hidden = 'x'", .invalidArgument), ("name = 1", .invalidArgument),
            ("a = 'x'", .invalidArgument), ("notes CONTAINS 'x'", .invalidArgument),
            ("modificationDate = %@", .invalidArgument),
        ]
    )
    func unfit(_ format: String, _ code: ErrorCode) throws {
        let arguments: [RecordValue] = format.contains("%@") ? [.date(Timestamp(seconds: 1))] : []
        #expect(refusal { try found(format, arguments, in: [:]) } == code)
    }

    @Test("R-41: a column tells where an encrypted field stands")
    func encrypted() throws {
        let error = try #require(throws: ProtectionError.self) {
            try found("a = 1 AND secret = 'x'", in: [:])
        }
        #expect(error.message == "column 11: 'secret' is encrypted")
    }

    @Test("R-60: of the words of a search one is enough, whatever their case and accents")
    func anyWord() throws {
        let records: [String: [String: RecordValue]] = [
            "1": ["name": .string("BÖB")],
            "2": ["notes": .list([.string("x"), .string("a Smíth.")])],
            "3": ["name": .string("Bobby")], "4": ["hidden": .string("Bob")],
            "5": ["tags": .list([.string("Bob")])],
        ]
        #expect(try found("self CONTAINS 'Bob smith'", in: records) == ["1", "2"])
        #expect(try found("SELF contains \"bob-SMITH\"", in: records) == ["1", "2"])
    }

    @Test("R-61: of the tokens of a search all are needed, or any")
    func tokens() throws {
        let records = names(["1": "After the session", "2": "after", "3": "session, after"])
        let all = "ALL tokenize(\"after session\", 'Cdl') IN allTokens"
        #expect(try found(all, in: records) == ["1", "3"])
        #expect(try found(all + " AND name = 'after the session'", in: records) == ["1"])
        let any = "ANY tokenize(\"session x\", 'Cdl') IN allTokens"
        #expect(try found(any, in: records) == ["1", "3"])
    }

    @Test("R-62: a stop word alone finds nothing")
    func stopWord() throws {
        let records = names(["1": "the end"])
        #expect(try found("self CONTAINS 'the'", in: records).isEmpty)
        #expect(try found("ALL tokenize(\"the\", 'Cdl') IN allTokens", in: records).isEmpty)
        #expect(try found("self CONTAINS 'the end'", in: records) == ["1"])
    }

    @Test(
        "R-63: a value in a list is found in three ways",
        arguments: ["tags CONTAINS 'a'", "'a' IN tags", "ANY tags = 'a'", "SOME tags == 'A'"]
    )
    func lists(_ format: String) throws {
        let records: [String: [String: RecordValue]] = [
            "1": ["tags": .list([.string("b"), .string("A")])],
            "2": ["tags": .list([.string("b")])],
            "3": ["tags": .list([])], "4": [:],
        ]
        #expect(try found(format, in: records) == ["1"])
        #expect(try found("NOT \(format)", in: records) == ["2", "3"])
    }

    @Test("lists and numbers are compared by their values")
    func numbers() throws {
        let records: [String: [String: RecordValue]] = [
            "1": ["a": .integer(1), "numbers": .list([.integer(5), .integer(6)])],
            "2": ["a": .integer(9_007_199_254_740_993), "b": .real(1.5)],
            "3": ["b": .real(-.infinity), "numbers": .list([.integer(7)])],
        ]
        #expect(try found("ANY numbers IN {6, 7, 8}", in: records) == ["1", "3"])
        #expect(try found("a = 1.0", in: records) == ["1"])
        #expect(try found("a = YES", in: records) == ["1"])
        #expect(try found("a > 9007199254740992.0", in: records) == ["2"])
        #expect(try found("b < 1.6 AND b >= -1", in: records) == ["2"])
        #expect(try found("b <> 1.5", in: records) == ["3"])
        #expect(try found("a IN {1, 2}", in: records) == ["1"])
        #expect(try found("a IN {}", in: records).isEmpty)
        #expect(try found("a < %f", [.real(.infinity)], in: records) == ["1", "2"])
    }

    @Test("references, names and bytes are found")
    func others() throws {
        let reference = RecordValue.reference(RecordReference(RecordID("2"), action: .none))
        let records: [String: [String: RecordValue]] = [
            "1": ["owner": reference, "blob": .bytes([1, 2])], "2": ["blob": .bytes([1])],
        ]
        #expect(try found("owner = %@", [reference], in: records) == ["1"])
        #expect(try found("owner = '2'", in: records) == ["1"])
        #expect(try found("recordID = %@", [reference], in: records) == ["2"])
        #expect(try found("recordID IN %@", [.list([reference])], in: records) == ["2"])
        #expect(try found("recordName = '1'", in: records) == ["1"])
        #expect(try found("blob = %@", [.bytes([1])], in: records) == ["2"])
    }

    @Test("R-65: a distance counts metres, or what the service is set to")
    func distance() throws {
        let center = RecordLocation(latitude: 48, longitude: 11)
        // A degree of latitude has 111.2 km.
        let records: [String: [String: RecordValue]] = [
            "near": ["place": .location(RecordLocation(latitude: 48.00089, longitude: 11))],
            "far": ["place": .location(RecordLocation(latitude: 48.0917, longitude: 11))],
            "none": [:],
        ]
        let format = "distanceToLocation:fromLocation:(place, %@) < 100"
        #expect(try found(format, [.location(center)], in: records) == ["near"])
        let kilometres = try found(format, [.location(center)], in: records) {
            $0.distanceUnit = 1_000
        }
        #expect(kilometres == ["far", "near"])
        let around = RecordLocation(latitude: 0, longitude: -180)
        let edge = [
            "1": ["place": RecordValue.location(RecordLocation(latitude: 0, longitude: 180))]
        ]
        #expect(try found(format, [.location(around)], in: edge) == ["1"])
    }

    @Test(
        "R-64, R-66: a distance is neither greater nor negated",
        arguments: [">", ">=", "=", "!="]
    )
    func farther(_ sign: String) throws {
        let place = [RecordValue.location(RecordLocation(latitude: 0, longitude: 0))]
        let format = "distanceToLocation:fromLocation:(place, %@) "
        #expect(
            refusal { try RecordPredicate(format: format + sign + " 100", place) }
                == .malformedPredicate
        )
        #expect(
            refusal { try RecordPredicate(format: "NOT " + format + "< 100", place) }
                == .malformedPredicate
        )
    }
}

@Suite("hostile predicates", .timeLimit(.minutes(30)))
struct PredicateFuzzTests {
    private func read(_ bytes: [UInt8]) {
        let arguments: [RecordValue] = [
            .string("a"), .location(RecordLocation(latitude: 1, longitude: 1)), .integer(1),
        ]
        for count in 0...arguments.count {
            do {
                let text = String(decoding: bytes, as: UTF8.self)
                _ = try RecordPredicate(format: text, Array(arguments.prefix(count)))
            } catch {
                let fault = error.cause as? DocumentFault
                #expect(fault.map { $0.location.column > 0 } == true)
            }
        }
    }

    @Test("damaged predicates are read or refused with a place")
    func damaged() {
        let formats = [
            "a > %@ AND NOT name BEGINSWITH 'x' && (ANY tags = \"\\n\")",
            "distanceToLocation:fromLocation:(%K, %@) < 1.5e3",
            "ALL tokenize(\"after session\", 'Cdl') IN allTokens AND self CONTAINS 'x'",
            "a BETWEEN {-1, CAST(1, \"NSDate\")} AND b IN {1, 2}",
        ]
        var mutator = Mutator(seed: 56)
        for _ in 0..<Mutator.iterationCount {
            read(mutator.mutate(Array(formats[mutator.number(below: formats.count)].utf8)))
        }
    }

    @Test("words of the language in any order are read or refused with a place")
    func shuffled() {
        let words = [
            "a", "name", "self", "allTokens", "AND", "OR", "NOT", "ANY", "ALL", "IN", "CONTAINS",
            "BETWEEN", "BEGINSWITH", "=", "<", ">=", "!", "(", ")", "{", "}", ",", "'x'", "1",
            "-2.5", "%@", "%K", "tokenize", "'Cdl'", "CAST", "\"NSDate\"", "TRUEPREDICATE",
            "distanceToLocation:fromLocation:", "[", "é",
        ]
        var mutator = Mutator(seed: 57)
        for _ in 0..<Mutator.iterationCount {
            let text = (0..<mutator.number(below: 20)).map { _ in
                words[mutator.number(below: words.count)]
            }.joined(separator: " ")
            read(Array(text.utf8))
        }
    }
}
