import CloudRecords
import Documents
import ProtectionModel
import TestSupport
import Testing

@Suite("schema texts (row R-90)")
struct SchemaReaderTests {
    static let text = """
        DEFINE SCHEMA

            CREATE ROLE Editor;

            RECORD TYPE Note (
                "___createTime" TIMESTAMP QUERYABLE SORTABLE,
                "___recordID"   REFERENCE QUERYABLE,
                body            ENCRYPTED STRING,
                count           NUMBER PREFERRED AS INT64,
                "list"          LIST<STRING> QUERYABLE,
                place           LOCATION,
                title           STRING QUERYABLE SEARCHABLE SORTABLE,
                GRANT READ, WRITE TO Editor,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );

            RECORD TYPE Users (
                roles LIST<INT64>,
                GRANT READ TO "_world"
            );

        """

    @Test("a schema is read, and written as it was")
    func readsAndWrites() throws {
        let schema = try RecordSchema(Array(Self.text.utf8))
        #expect(schema.roles == ["Editor"])
        #expect(schema.types.map(\.name) == ["Note", "Users"])
        let note = try #require(schema["Note"])
        #expect(
            note["title"]
                == RecordField("title", .init(.string), [.queryable, .searchable, .sortable])
        )
        #expect(note["body"]?.type == RecordFieldType(.string, isEncrypted: true))
        #expect(note["list"]?.type == RecordFieldType(.string, isList: true))
        #expect(note["count"]?.type == RecordFieldType(.numberAsInt64))
        #expect(note["___createTime"]?.indexes == [.queryable, .sortable])
        #expect(note.grants.first == RecordGrant([.read, .write], to: "Editor"))
        #expect(schema.text == Self.text)
        #expect(try RecordSchema(Array(schema.text.utf8)) == schema)
    }

    @Test("places tell where something stands")
    func places() throws {
        let document = try SchemaDocument(Array(Self.text.utf8))
        #expect(document.types["Note"]?.description == "5:17")
        #expect(document.fields["Note"]?["body"]?.description == "8:9")
        #expect(document.grants["Note"]?.map(\.line) == [13, 14, 15, 16])
        #expect(document.grants["Users"]?.map(\.column) == [9])
    }

    @Test("the type and fields of shares are read as Apple's tools export them")
    func shares() throws {
        let text = """
            DEFINE SCHEMA

                RECORD TYPE "cloudkit.share" (
                    "___recordID"                 REFERENCE,
                    "cloudkit.thumbnailImageData" BYTES,
                    "cloudkit.title"              STRING,
                    GRANT READ TO "_world"
                );

            """
        let schema = try RecordSchema(Array(text.utf8))
        #expect(schema["cloudkit.share"]?["cloudkit.title"]?.type == RecordFieldType(.string))
        #expect(schema.text == text)
    }

    @Test("case of keywords, comments and line ends do not matter")
    func layout() throws {
        let text = """
            \u{FEFF}define Schema -- one
            /* two
            */ record type A (x string queryable, // three\r
            grant read to "_world"); Record Type B ();
            """
        let schema = try RecordSchema(Array(text.utf8))
        #expect(schema["A"]?["x"]?.indexes == [.queryable])
        #expect(schema["B"] == RecordType("B"))
    }

    @Test(
        "R-90: a mistake is told with line and column",
        arguments: [
            ("", "1:1"), ("DEFINE\nSCHEME", "2:1"), ("DEFINE SCHEMA\n  TYPE A ();", "2:3"),
            ("DEFINE SCHEMA RECORD TYPE A ()", "1:31"),
            ("DEFINE SCHEMA RECORD TYPE A (x);", "1:31"),
            ("DEFINE SCHEMA RECORD TYPE A (x TEXT);", "1:32"),
            ("DEFINE SCHEMA RECORD TYPE A (\n x STRING,\n x INT64);", "3:2"),
            ("DEFINE SCHEMA RECORD TYPE A ();\nRECORD TYPE A ();", "2:13"),
            ("DEFINE SCHEMA RECORD TYPE A (x ENCRYPTED ASSET);", "1:42"),
            ("DEFINE SCHEMA RECORD TYPE A (x ENCRYPTED STRING QUERYABLE);", "1:49"),
            ("DEFINE SCHEMA RECORD TYPE A (x LIST<LIST<INT64>>);", "1:37"),
            ("DEFINE SCHEMA RECORD TYPE A (GRANT READ TO Editor);", "1:44"),
            ("DEFINE SCHEMA RECORD TYPE A (GRANT LOOK TO \"_world\");", "1:36"),
            ("DEFINE SCHEMA RECORD TYPE \"a b\" ();", "1:27"),
            ("DEFINE SCHEMA RECORD TYPE A (\"___other\" STRING);", "1:30"),
            ("DEFINE SCHEMA RECORD TYPE \"cloudkit.other\" ();", "1:27"),
            ("DEFINE SCHEMA RECORD TYPE A (\"cloudkit.\" STRING);", "1:30"),
            ("DEFINE SCHEMA RECORD TYPE A (\"cloud.kit\" STRING);", "1:30"),
            ("DEFINE SCHEMA RECORD TYPE A (\"___recordID\" STRING);", "1:44"),
            ("DEFINE SCHEMA CREATE ROLE \"_world\";", "1:27"),
            ("DEFINE SCHEMA /* x", "1:15"), ("DEFINE SCHEMA RECORD TYPE \"A", "1:27"),
            ("DEFINE SCHEMA RECORD TYPE é ();", "1:27"),
        ]
    )
    func mistakes(text: String, place: String) throws {
        let error = try #require(throws: ProtectionError.self) {
            try RecordSchema(Array(text.utf8))
        }
        #expect(error.code == .malformedSchema)
        #expect(error.message.hasPrefix(place + ": "), "\(error.message)")
        #expect((error.cause as? DocumentFault)?.location.description == place)
    }

    @Test("a schema of two hundred types is read and written", .timeLimit(.minutes(10)))
    func large() throws {
        let types = (0..<200).map { number in
            let fields = (0..<30).map { "field\($0) STRING QUERYABLE" }.joined(separator: ", ")
            return "RECORD TYPE Type\(number) (\(fields));\n"
        }
        let schema = try RecordSchema(Array(("DEFINE SCHEMA " + types.joined()).utf8))
        #expect(schema.types.count == 200)
        #expect(try RecordSchema(Array(schema.text.utf8)) == schema)
    }
}

@Suite("hostile schema texts", .timeLimit(.minutes(30)))
struct SchemaFuzzTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4]
    private static var count: Int { Mutator.iterationCount / seeds.count }

    /// Reads a text; whatever it is, it is read and written, or refused with a place.
    private func read(_ bytes: [UInt8]) {
        do {
            let schema = try RecordSchema(bytes)
            #expect(try RecordSchema(Array(schema.text.utf8)) == schema)
            #expect(schema.changes(to: schema).isEmpty)
        } catch {
            let place = (error.cause as? DocumentFault)?.location
            #expect(place.map { $0.line > 0 && $0.column > 0 } == true)
        }
    }

    @Test("damaged schemas are read or refused", arguments: seeds)
    func damaged(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        for _ in 0..<Self.count { read(mutator.mutate(Array(SchemaReaderTests.text.utf8))) }
    }

    @Test("words of the language in any order are read or refused", arguments: seeds)
    func shuffled(seed: UInt64) {
        let words = [
            "DEFINE SCHEMA", "RECORD TYPE", "CREATE ROLE", "GRANT", "READ", "TO", "LIST", "<", ">",
            "STRING", "INT64", "NUMBER", "PREFERRED AS", "ENCRYPTED", "QUERYABLE", "(", ")", ",",
            ";", "A", "b", "\"c d\"", "\"_world\"", "\"___recordID\"", "REFERENCE", "//", "/*",
            "--", "\n", "\"",
        ]
        var mutator = Mutator(seed: seed)
        for _ in 0..<Self.count {
            let text = (0..<mutator.number(below: 30)).map { _ in
                words[mutator.number(below: words.count)]
            }.joined(separator: " ")
            read(Array(("DEFINE SCHEMA RECORD TYPE A (" + text).utf8))
        }
    }

    @Test(
        "large texts cost little",
        arguments: [
            String(repeating: "\"", count: 100_001), String(repeating: "/*", count: 100_000),
            "DEFINE SCHEMA " + String(repeating: "RECORD TYPE A (", count: 50_000),
            "DEFINE SCHEMA " + (0..<20_000).map { "RECORD TYPE A\($0) ();" }.joined(),
            "DEFINE SCHEMA RECORD TYPE A ("
                + (0..<20_000).map { "f\($0) STRING" }.joined(separator: ",") + ");",
            "DEFINE SCHEMA RECORD TYPE A (\"a" + String(repeating: "\u{301}", count: 100_000)
                + "\" STRING);",
        ]
    )
    func large(text: String) {
        read(Array(text.utf8))
    }
}
