import CloudRecords
import Testing

@Suite("what a schema leaves open")
struct RecordExposureTests {
    private func exposure(_ text: String) throws -> RecordExposure {
        RecordExposure(try RecordSchema(Array(text.utf8)))
    }

    @Test("plain fields are read, encrypted ones and assets are sealed in private databases")
    func fields() throws {
        let exposure = try exposure(
            """
            DEFINE SCHEMA RECORD TYPE A (
                "___recordID" REFERENCE QUERYABLE, a STRING QUERYABLE, b ENCRYPTED STRING,
                c ASSET, d REFERENCE, e LIST<ENCRYPTED INT64>, f LIST<ASSET>,
                GRANT READ TO "_world"
            );
            """
        )
        let fields = try #require(exposure.types.first).fields
        #expect(fields.map(\.name) == ["a", "b", "c", "d", "e", "f"])
        #expect(
            fields.map(\.inPrivate) == [.plain, .sealed, .sealed, .plain, .sealed, .sealed]
        )
        #expect(
            fields.map(\.inPublic) == [.plain, .refused, .plain, .plain, .refused, .plain]
        )
        #expect(fields.map(\.isIndexed) == [true, false, false, false, false, false])
        #expect(!fields.contains { $0.isInPushes })
    }

    @Test("a type without grants is not in the public database, others say who reads them")
    func grants() throws {
        let exposure = try exposure(
            """
            DEFINE SCHEMA CREATE ROLE Staff;
            RECORD TYPE A (a STRING);
            RECORD TYPE B (
                a STRING, GRANT READ, WRITE TO "_creator", GRANT CREATE TO "_icloud",
                GRANT READ TO Staff, GRANT READ TO Staff
            );
            """
        )
        #expect(exposure.types.map(\.publicReaders) == [[], ["_creator", "Staff"]])
        #expect(exposure.types.flatMap(\.fields).map(\.inPublic) == [.refused, .plain])
    }
}
