import AuditCollection
import AuditFacts
import Testing

@Suite("schemas of containers as facts")
struct SchemaFileTests {
    private let text = """
        DEFINE SCHEMA

            RECORD TYPE Contact (
                "___recordID" REFERENCE QUERYABLE,
                email         STRING QUERYABLE,
                age           NUMBER PREFERRED AS INT64,
                seen          LIST<TIMESTAMP>,
                home          ENCRYPTED LOCATION,
                data          BYTES,
                photo         ASSET,
                GRANT READ, WRITE TO "_creator",
                GRANT CREATE TO "_icloud"
            );
        """

    @Test("types, fields and grants are read with their places, system fields left out")
    func facts() throws {
        let facts = collect(["Cloud/App.ckdb": text])
        let schema = try #require(facts.schemas.first)
        #expect(schema.path == "Cloud/App.ckdb" && schema.flaw == nil && facts.unread.isEmpty)
        let type = try #require(schema.types.first)
        #expect(type.name == "Contact" && type.place == SourcePlace(line: 3, column: 17))
        #expect(type.fields.map(\.name) == ["email", "age", "seen", "home", "data", "photo"])
        #expect(
            type.fields.map(\.content) == [.text, .integer, .date, .location, .bytes, .pointer]
        )
        #expect(type.fields.map(\.isEncrypted) == [false, false, false, true, false, false])
        #expect(type.fields.map(\.isIndexed) == [true, false, false, false, false, false])
        #expect(type.fields[0].place == SourcePlace(line: 5, column: 9))
        #expect(type.grants.map(\.role) == ["_creator", "_icloud"])
        #expect(type.grants.map(\.reads) == [true, false])
        #expect(type.grants.map(\.writes) == [true, false])
        #expect(type.grants[1].place == SourcePlace(line: 12, column: 9))
    }

    @Test("comments that accept findings are read")
    func suppressions() throws {
        let facts = collect([
            "a.ckdb": """
            DEFINE SCHEMA
            -- protectctl:allow a.b -- what for
            RECORD TYPE A (x STRING /* protectctl:allow c.d -- why */);
            """
        ])
        let comments = try #require(facts.schemas.first).suppressions
        #expect(comments.map(\.text) == ["a.b -- what for", "c.d -- why"])
        #expect(comments.map(\.place.line) == [2, 3])
        #expect(facts.suppressions.map(\.path) == ["a.ckdb"])
    }

    @Test("a schema with a mistake is counted as not read, with the place of the mistake")
    func flaw() throws {
        let facts = collect(["App.ckdb": "DEFINE SCHEMA\nRECORD TYPE A (x TEXT);"])
        #expect(facts.schemas.map { $0.types.isEmpty && $0.flaw != nil } == [true])
        let unread = try #require(facts.unread.first)
        #expect(unread.path == "App.ckdb" && unread.reason == .malformed)
        #expect(unread.place == SourcePlace(line: 2, column: 18))
    }

    @Test("a schema that is too large is not read")
    func large() {
        let facts = collect(["App.ckdb": String(repeating: " ", count: (4 << 20) + 1)])
        #expect(facts.schemas.isEmpty)
        #expect(facts.unread.map(\.reason) == [.tooLarge])
    }
}
