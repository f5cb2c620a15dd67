import CloudRecords
import Testing

@Suite("what a service takes, and what a schema may say")
struct LimitTests {
    @Test("the standard limits are those of Apple's reference")
    func standard() {
        let limits = RecordLimits()
        #expect(limits.nameByteCount == 255)
        #expect(limits.recordByteCount == 1 << 20)
        #expect(limits.assetByteCount == 50_000_000)
        #expect([limits.operationCount, limits.pageCount] == [200, 200])
        #expect(limits.referenceCount == 750)
        #expect(limits.deletionMemory == .seconds(90 * 86_400))
    }

    @Test("a service in memory has a key of its own, so that its tokens are nobody else's")
    func inMemory() throws {
        let key = ContainerKey("iCloud.com.example.notes", .development)
        let databases = try (0..<2).map { _ in
            let service = try RecordService()
            let account = CloudAccount(.ada)
            let database = try RecordContainer(key, service: service, account: account)
                .database(.private)
            try database.makeZone(.notes)
            return database
        }
        let token = try databases[0].changes(in: .notes).token
        #expect(refusal { try databases[1].changes(in: .notes, since: token) } == .invalidArgument)
    }

    @Test("dropping and retyping lose data, adding and granting do not")
    func losses() {
        let grant = RecordGrant([.read], to: RecordGrant.signedIn)
        #expect(RecordGrant.standard.contains { $0.role == grant.role })
        let field = RecordField("title", RecordFieldType(.string))
        #expect(SchemaChange.fieldRemoved(type: "Note", field: "title").losesData)
        #expect(!SchemaChange.fieldAdded(type: "Note", field).losesData)
        #expect(!SchemaChange.grantsChanged(type: "Note").losesData)
    }
}
