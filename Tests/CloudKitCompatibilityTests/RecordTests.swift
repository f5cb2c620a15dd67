import CloudKit
import CloudRecords
import ProtectionTesting
import Testing

@Suite("records under Apple's names")
struct RecordTests {
    private func archived<Object: NSObject & NSCoding>(_ object: Object) throws -> Object? {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: object,
            requiringSecureCoding: true
        )
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
    }

    @Test("each kind of value comes back as the app's own type")
    func values() {
        let record = CKRecord(recordType: "Note")
        let date = Date(timeIntervalSinceReferenceDate: 786_000_000.123_456_7)
        let target = CKRecord.Reference(recordID: .init(recordName: "a"), action: .deleteSelf)
        record["text"] = "milk"
        record["count"] = 3
        record["flag"] = true
        record["weight"] = 1.5
        record["date"] = date
        record["data"] = Data([1, 2])
        record["target"] = target
        record["place"] = RecordLocation(latitude: 52, longitude: 13)
        record["tags"] = ["a", "b"]
        record["counts"] = [1, 2]
        #expect(record["text"] as? String == "milk")
        #expect(record["count"] as? Int == 3)
        #expect(record["count"] as? Int64 == 3)
        #expect(record["flag"] as? Bool == true)
        #expect(record["weight"] as? Double == 1.5)
        #expect(record["date"] as? Date == date)
        #expect(record["data"] as? Data == Data([1, 2]))
        #expect(record["target"] as? CKRecord.Reference == target)
        #expect((record["place"] as? RecordLocation)?.latitude == 52)
        #expect(record["tags"] as? [String] == ["a", "b"])
        #expect(record["counts"] as? [Int] == [1, 2])
        let text: String? = record["text"]
        let count: Int? = record["count"]
        let wrong: Int? = record["text"]
        #expect(text == "milk" && count == 3 && wrong == nil)
        record["text"] = "eggs" as any CKRecordValue
        record.setObject("cheese" as NSString, forKey: "other")
        #expect(record.object(forKey: "other") as? String == "cheese")
        record.setValue(4, forKey: "count")
        #expect(record.value(forKey: "count") as? Int == 4)
    }

    @Test("keys, changed keys and removed ones are told")
    func keys() {
        let record = CKRecord(recordType: "Note", zoneID: .init(zoneName: "notes"))
        record["b"] = 1
        record["a"] = "x"
        record["b"] = nil
        #expect(record.allKeys() == ["a"])
        #expect(record.changedKeys() == ["a", "b"])
        #expect(record.recordChangeTag == nil && record.creationDate == nil)
        #expect(record.modificationDate == nil && record.creatorUserRecordID == nil)
        #expect(record.lastModifiedUserRecordID == nil)
        let copy = record.copy() as? CKRecord
        copy?["a"] = "y"
        #expect(record["a"] as? String == "x")
        let settable: any CKRecordKeyValueSetting = record
        #expect(settable.allKeys() == ["a"])
        #expect(record.recordType == "Note" && record.recordID.zoneID.zoneName == "notes")
        #expect(record.description.contains("Note") && !record.description.contains("x"))
    }

    @Test("names, zones, references, tokens and records survive an archive")
    func archives() throws {
        let zone = CKRecordZone.ID(zoneName: "notes", ownerName: CKCurrentUserDefaultName)
        let id = CKRecord.ID(recordName: "a", zoneID: zone)
        let reference = CKRecord.Reference(recordID: id, action: .deleteSelf)
        #expect(try archived(zone) == zone)
        #expect(try archived(id) == id)
        #expect(try archived(reference) == reference)
        let record = CKRecord(recordType: "Note", recordID: id)
        record["text"] = "milk"
        let kept = try #require(try archived(record))
        #expect(kept["text"] as? String == "milk")
        #expect(kept.changedKeys() == ["text"])
        #expect(kept.recordID == id)
        #expect([zone: 1][.init(zoneName: "notes")] == 1)
        #expect(
            CKRecordZone.ID.supportsSecureCoding
                && CKRecordZone.ID.default.zoneName == CKRecordZone.ID.defaultZoneName
        )
        #expect(zone.copy() as? CKRecordZone.ID == zone && id.description.contains("notes"))
    }

    @Test(
        "system fields are kept beside what an app makes of a record, and a save goes on from there"
    )
    func systemFields() async throws {
        let cloud = try TestCloud()
        try await cloud.whileCurrent(on: cloud.device) {
            let database = CKContainer.default().privateCloudDatabase
            let record = CKRecord(recordType: "Note")
            record["text"] = "milk"
            let saved = try await database.save(record)
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            saved.encodeSystemFields(with: archiver)
            archiver.finishEncoding()
            let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
            coder.requiresSecureCoding = true
            let kept = try #require(CKRecord(coder: coder))
            coder.finishDecoding()
            #expect(kept.allKeys() == [] && kept.recordChangeTag == saved.recordChangeTag)
            kept["text"] = "eggs"
            #expect(try await database.save(kept)["text"] as? String == "eggs")
        }
        #expect(CKRecord.SystemType.userRecord == "Users")
    }

    @Test("zones are equal by their names, and can do what the service lets them")
    func zones() {
        #expect(CKRecordZone(zoneName: "a") == CKRecordZone(zoneID: .init(zoneName: "a")))
        #expect(CKRecordZone.default().capabilities.isEmpty)
        #expect(CKRecordZone(zoneName: "a").capabilities == [.fetchChanges, .atomic])
    }

    @Test("a parent is a record, a name, or none")
    func parent() {
        let parent = CKRecord(recordType: "List")
        let record = CKRecord(recordType: "Note")
        record.setParent(parent)
        #expect(record.parent?.recordID == parent.recordID)
        record.setParent(nil as CKRecord?)
        #expect(record.parent == nil)
        record.setParent(parent.recordID)
        #expect(record.parent == CKRecord.Reference(record: parent, action: .none))
    }
}
