import CloudRecords
import Testing

@Suite("exposure: what the operator reads, by type and field")
struct ExposureTests {
    private static let schema = """
        DEFINE SCHEMA
        RECORD TYPE Note (
            "___createTime" TIMESTAMP QUERYABLE,
            title STRING QUERYABLE,
            body ENCRYPTED STRING,
            tags LIST<STRING>,
            marks LIST<ENCRYPTED INT64>,
            photo ASSET,
            owner REFERENCE
        );
        RECORD TYPE Users ( nick STRING );
        """

    private func field(_ name: String, of type: String = "Note") throws -> RecordExposure.Field {
        let exposure = RecordExposure(
            of: try RecordSchema(Array(Self.schema.utf8)),
            pushed: ["Note": ["title"], "Users": ["tags"]]
        )
        let types = exposure.types.filter { $0.name == type }
        return try #require(types.first?.fields.first { $0.name == name })
    }

    @Test(
        "each field is as its type says",
        arguments: [
            ("title", .plain, .plain), ("body", .encrypted, .refused), ("tags", .plain, .plain),
            ("marks", .encrypted, .refused), ("photo", .sealedAsset, .plainAsset),
            ("owner", .plain, .plain),
        ] as [(String, RecordExposure.Visibility, RecordExposure.Visibility)]
    )
    func fields(
        _ name: String,
        _ inPrivate: RecordExposure.Visibility,
        _ inPublic: RecordExposure.Visibility
    ) throws {
        let field = try field(name)
        #expect(field.inPrivate == inPrivate)
        #expect(field.inPublic == inPublic)
        #expect(field.isInPushes == (name == "title"))
    }

    @Test("records of users are public alone, and what every record has is no field")
    func users() throws {
        #expect(try field("nick", of: "Users").inPrivate == .refused)
        #expect(try field("nick", of: "Users").inPublic == .plain)
        let exposure = RecordExposure(of: try RecordSchema(Array(Self.schema.utf8)))
        #expect(exposure.types.map(\.fields.count) == [6, 1])
        #expect(!exposure.types.flatMap(\.fields).contains { $0.isInPushes })
        #expect(RecordExposure(of: RecordSchema()).types.isEmpty)
    }
}
