import CloudRecords
import ProtectionModel
import Testing

@Suite("references (rows R-30 to R-35)", .everyEngine)
struct ReferenceRows {
    private func child(_ name: String, of target: String) -> Record {
        let reference = RecordReference(.note(target), action: .deleteSelf)
        return Record("Child", .note(name), ["owner": .reference(reference)])
    }

    private func parented(_ name: String, by target: RecordID) -> Record {
        var record = Record("Child", .note(name))
        record.parent = target
        return record
    }

    @Test("R-30: what does not outlive a record goes with it, and so on, in one commit")
    func cascade() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("top"))
        try database.save(child("middle", of: "top"))
        try database.save(child("low", of: "middle"))
        try database.save(child("other", of: "other"))
        let token = try database.changes(in: .notes).token
        try database.remove(.note("top"))
        let changes = try database.changes(in: .notes, since: token)
        #expect(Set(changes.removed.map(\.id.name)) == ["top", "middle", "low"])
        #expect(refusal { try database.record(.note("low")) } == .notFound)
        #expect(try database.record(.note("other")).type == "Child")
    }

    @Test("records that refer to each other go together")
    func circle() throws {
        let database = try CloudTrial().notes()
        try database.change(saving: [child("a", of: "b"), child("b", of: "a")]).check()
        try database.remove(.note("a"))
        #expect(try database.changes(in: .notes).changed.isEmpty)
    }

    @Test("R-31: a reference without an action dangles")
    func dangling() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("a"))
        let reference = RecordValue.reference(RecordReference(.note("a")))
        try database.save(Record("Link", .note("link"), ["to": reference]))
        try database.remove(.note("a"))
        #expect(try database.record(.note("link"))["to"] == reference)
        #expect(refusal { try database.record(.note("a")) } == .notFound)
    }

    @Test("R-32: a child may come before its parent in a batch")
    func childFirst() throws {
        let database = try CloudTrial().notes()
        try database.change(
            saving: [parented("child", by: .note("top")), child("c2", of: "top"), .note("top")]
        ).check()
        #expect(try database.record(.note("child")).parent == .note("top"))
    }

    @Test(
        "R-33: a parent that is not there is refused, and so is its removal before its children's"
    )
    func missingParent() throws {
        let database = try CloudTrial().notes()
        let orphan = parented("child", by: .note("top"))
        #expect(refusal { try database.save(orphan) } == .referenceViolation)
        // A record that goes with another one may come before it.
        try database.save(child("early", of: "later"))
        try database.change(saving: [orphan, .note("top")]).check()
        #expect(refusal { try database.remove(.note("top")) } == .referenceViolation)
        #expect(try database.record(.note("top")).type == "Note")
        try database.change(removing: [.note("top"), .note("child")]).check()
        #expect(refusal { try database.save(parented("x", by: .note("x"))) } == .invalidArgument)
    }

    @Test("R-33: what depends on a failed save fails with it, and on a removal in the same batch")
    func chain() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("taken"))
        let outcomes = try database.change(
            saving: [
                parented("a", by: .note("b")), parented("b", by: .note("missing")),
                .note("taken"), .note("free"),
            ],
            isAtomic: false
        )
        #expect(
            outcomes.map(\.code) == [
                .referenceViolation, .referenceViolation, .serverRecordChanged, nil,
            ]
        )
        let both = try database.change(
            saving: [child("c", of: "free")],
            removing: [.note("free")],
            isAtomic: false
        )
        #expect(both.map(\.code) == [.referenceViolation, nil])
    }

    @Test("a save that no longer refers to what the batch removes stays")
    func released() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("top"))
        var record = try database.save(child("child", of: "top"))
        record["owner"] = nil
        try database.change(saving: [record], removing: [.note("top")]).check()
        #expect(try database.record(.note("child")).fields.isEmpty)
    }

    @Test("R-34: 750 records may go with one, and no more")
    func count() throws {
        let database = try CloudTrial().notes()
        try database.save(.note("top"))
        let children = (0..<751).map { child("c\($0)", of: "top") }
        for start in stride(from: 0, to: 750, by: 150) {
            try database.change(saving: Array(children[start..<start + 150])).check()
        }
        #expect(refusal { try database.save(children[750]) } == .limitExceeded)
        try database.save(child("c0", of: "top"), .allKeys)
        try database.remove(.note("c1"))
        try database.save(children[750])
    }

    @Test("R-35: a reference stays in its zone")
    func otherZone() throws {
        let database = try CloudTrial().notes()
        let elsewhere = RecordID("a", in: RecordZoneID("elsewhere"))
        let record = Record("Link", .note("a"), ["to": .reference(RecordReference(elsewhere))])
        #expect(refusal { try database.save(record) } == .invalidArgument)
        #expect(refusal { try database.save(parented("a", by: elsewhere)) } == .invalidArgument)
    }
}
