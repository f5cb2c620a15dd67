import CloudRecords
import ProtectionModel
import Testing

@Suite("promotion of a schema (row R-91)")
struct PromotionRows {
    private func schema(_ items: String) throws -> RecordSchema {
        try RecordSchema(Array("DEFINE SCHEMA \(items)".utf8))
    }

    @Test("R-91: what would drop or retype is refused with a list")
    func refused() throws {
        let old = try schema("RECORD TYPE A (x STRING, y INT64); RECORD TYPE B ();")
        let new = try schema("RECORD TYPE A (x ENCRYPTED STRING, z INT64);")
        let error = try #require(throws: ProtectionError.self) { try old.promoted(to: new) }
        #expect(error.code == .invalidArgument)
        let lines = error.message.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.contains { $0.contains("'A.x', STRING, into ENCRYPTED STRING") })
        #expect(lines.contains { $0.contains("drops 'A.y'") })
        #expect(lines.contains { $0.contains("drops the type 'B'") })
    }

    @Test("what adds, or changes indexes and grants, is done")
    func added() throws {
        let old = try schema("RECORD TYPE A (\"___recordID\" REFERENCE, x STRING QUERYABLE);")
        let new = try schema(
            "CREATE ROLE R; RECORD TYPE B (); RECORD TYPE A (y INT64, x STRING, GRANT READ TO R);"
        )
        #expect(try old.promoted(to: new) == new)
        #expect(
            old.changes(to: new) == [
                .indexesChanged(type: "A", RecordField("x", .init(.string))),
                .fieldAdded(type: "A", RecordField("y", .init(.int64))),
                .grantsChanged(type: "A"), .typeAdded("B"), .rolesChanged,
            ]
        )
    }
}
