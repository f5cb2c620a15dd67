// Keeps notes in a cloud in memory that two devices of a user share, by a schema that Apple's tools have exported.
//
//     shared-notes SCHEMA-FILE
import CloudRecords
import Foundation

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("shared-notes: \(message)\n".utf8))
    exit(status)
}

func text(of record: Record) -> String {
    if case .string(let text)? = record["text"] { text } else { "" }
}

let zone = RecordZoneID("notes")

/// Saves a note; where another device was first, both texts.
func save(_ note: Record, in database: RecordDatabase) throws -> Record {
    do {
        return try database.save(note)
    } catch {  // with the code server-record-changed
        guard let conflict = error.cause as? RecordConflict else { throw error }
        print("conflict: \(text(of: conflict.client)) here, \(text(of: conflict.server)) there")
        var merged = conflict.server
        merged["text"] = .string(text(of: conflict.client) + ", " + text(of: conflict.server))
        return try save(merged, in: database)
    }
}

/// Both devices change what they fetched before.
func change(_ phone: RecordDatabase, _ desk: RecordDatabase) throws {
    var note = Record("Note", RecordID("shopping", in: zone))
    note["text"] = .string("milk")
    note["length"] = .integer(4)
    var here = try phone.save(note)
    print("saved: \(text(of: here))")
    do {
        note["colour"] = .string("red")
        try phone.save(note, .allKeys)
    } catch {
        print("refused: \(error.message)")  // in production a schema learns nothing
    }

    var there = try desk.record(note.id)
    there["text"] = .string("milk, bread")
    try desk.save(there)
    here["text"] = .string("milk, eggs")
    here = try save(here, in: phone)
    print("merged: \(text(of: here))")
}

/// The desk hears what the phone did.
func follow(_ phone: RecordDatabase, _ desk: RecordDatabase) throws {
    let query = RecordQuery("Note", try RecordPredicate(format: "length > %@", [.integer(3)]))
    print("found: \(try desk.find(query, in: zone).records.map(\.id.name))")

    let old = try phone.save(Record("Note", RecordID("old", in: zone)))
    let token = try desk.changes(in: zone).token
    try phone.remove(old.id)
    var note = try phone.record(RecordID("shopping", in: zone))
    note["length"] = .integer(5)
    try phone.save(note)
    let news = try desk.changes(in: zone, since: token)
    print("changed: \(news.changed.map(\.id.name)), removed: \(news.removed.map(\.id.name))")
}

func run(_ schemaFile: String) throws {
    let file = try Data(contentsOf: URL(filePath: schemaFile))
    let schema = try RecordSchema([UInt8](file))
    print("the schema has \(schema.types.map(\.name))")

    let key = ContainerKey("iCloud.com.example.notes", .production)
    let service = try RecordService()  // in memory
    try service.promote(schema, in: key)
    let ada = CloudPerson(account: "ada", name: PersonName(first: "Ada", last: "Lovelace"))
    let phone = try RecordContainer(key, service: service, account: CloudAccount(ada))
    let desk = try RecordContainer(key, service: service, account: CloudAccount(ada))
    try phone.database(.private).makeZone(zone)

    try change(phone.database(.private), desk.database(.private))
    try follow(phone.database(.private), desk.database(.private))

    phone.faults.failNext(.zoneBusy, retryAfter: .seconds(3))
    do { _ = try phone.userID() } catch {
        print("busy: again in \(error.retryAfter ?? .zero)")
    }
}

guard CommandLine.arguments.count == 2 else { end("usage: shared-notes SCHEMA-FILE", status: 64) }
do {
    try run(CommandLine.arguments[1])
} catch let error as ProtectionError {
    end(error.message, status: error.code == .malformedSchema ? 65 : 74)
} catch {
    end(error.localizedDescription, status: 66)
}
