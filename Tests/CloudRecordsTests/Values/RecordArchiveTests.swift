import CloudRecords
import ProtectionModel
import Testing

@Suite("records that are kept")
struct RecordArchiveTests {
    private func saved() throws -> (database: RecordDatabase, note: Record) {
        let database = try CloudTrial().notes()
        try database.save(.note("parent"))
        var note = Record.note("a", title: "milk")
        note.parent = .note("parent")
        return (database, try database.save(note))
    }

    @Test(
        "system fields have all but the fields, and a record of them is saved as one that was fetched"
    )
    func systemFields() throws {
        let (database, note) = try saved()
        var kept = try Record(systemFields: note.systemFields)
        #expect(kept.id == note.id && kept.type == note.type && kept.parent == note.parent)
        #expect(kept.metadata == note.metadata)
        #expect(kept.fields.isEmpty && kept.changedKeys.isEmpty)
        kept["title"] = .string("eggs")
        #expect(try database.save(kept)["title"] == .string("eggs"))
        // The tag is old now.
        #expect(refusal { try database.save(kept) } == .serverRecordChanged)
    }

    @Test("an archive has fields and changes, too")
    func archive() throws {
        var note = try saved().note
        note["title"] = .string("eggs")
        note["count"] = .integer(3)
        let kept = try Record(archive: note.archive)
        #expect(kept == note)
        #expect(kept.ancestor == note.ancestor)
        #expect(try Record(archive: Record.note("b").archive) == .note("b"))
    }

    @Test(
        "bytes that are cut, longer or of a newer version are refused, and flipped ones end nothing"
    )
    func broken() throws {
        let note = try saved().note
        let bytes = note.archive
        for count in bytes.indices where (try? Record(archive: Array(bytes[..<count]))) != nil {
            // Where the fields begin the system fields alone are whole.
            #expect(Array(bytes[..<count]) == note.systemFields)
        }
        #expect(refusal { try Record(archive: bytes + [0]) } == .invalidArgument)
        #expect(refusal { try Record(systemFields: bytes) } == .invalidArgument)
        #expect(refusal { try Record(archive: [2] + bytes.dropFirst()) } == .unsupportedVersion)
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                _ = try? Record(archive: flipped)
            }
        }
    }
}
