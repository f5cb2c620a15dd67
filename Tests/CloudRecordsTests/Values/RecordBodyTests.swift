import CloudRecords
import ProtectionModel
import TestSupport
import Testing

@Suite("bodies of records", .timeLimit(.minutes(30)))
struct RecordBodyTests {
    static let fields: [String: RecordValue] = {
        let values: [RecordValue] = [
            .string(""), .string("é\u{0}"), .integer(.min), .real(-.infinity),
            .date(Timestamp(seconds: -1, nanoseconds: 999_999_999)), .bytes([0, 255]),
            .location(RecordLocation(latitude: -90, longitude: 180)),
            .reference(RecordReference(RecordID("a", in: RecordZoneID("z")), action: .deleteSelf)),
            .asset(RecordAsset(digest: .init(repeating: 7, count: 32), byteCount: 5, seal: [1])),
        ]
        var fields = Dictionary(uniqueKeysWithValues: zip("abcdefghi".map(String.init), values))
        for (key, value) in fields { fields["list_\(key)"] = .list([value, value]) }
        fields["empty"] = .list([])
        fields["sealed"] = .sealed(SealedValue([1, 2], of: RecordFieldType(.string)))
        fields["sealed_list"] = .sealed(SealedValue([3], of: RecordFieldType(.int64, isList: true)))
        return fields
    }()

    @Test("every value comes back as it was")
    func roundTrip() throws {
        let body = RecordBody.encode(Self.fields, parent: "p")
        let read = try #require(RecordBody.decode(body))
        #expect(read.fields == Self.fields)
        #expect(read.parent == "p")
        #expect(RecordBody.decode(RecordBody.encode([:]))?.parent == nil)
    }

    @Test("a body is what it was in earlier versions")
    func frozen() {
        let fields: [String: RecordValue] = [
            "n": .integer(258), "s": .list([.string("é")]),
        ]
        #expect(
            RecordBody.encode(fields) == [
                1, 0, 0, 0, 0,
                0, 0, 0, 1, 0x6E, 2, 0, 0, 0, 0, 0, 0, 1, 2,
                0, 0, 0, 1, 0x73, 9, 0, 0, 0, 1, 1, 0, 0, 0, 2, 0xC3, 0xA9,
            ]
        )
    }

    @Test("mutated bytes are refused, or are those of another record")
    func fuzz() {
        let body = RecordBody.encode(Self.fields, parent: "p")
        var mutator = Mutator(seed: 10)
        for _ in 0..<Mutator.iterationCount {
            let mutant = mutator.mutate(body)
            if let read = RecordBody.decode(mutant) {
                #expect(RecordBody.encode(read.fields, parent: read.parent) == mutant)
            }
        }
    }
}
