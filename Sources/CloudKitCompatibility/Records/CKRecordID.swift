import CloudRecords
// As Apple's module does; code that imports it alone uses Foundation, too.
@_exported public import Foundation

/// Names the user who is signed in as the owner of a zone.
public let CKCurrentUserDefaultName = "__defaultOwner__"

// Archives name classes, which Foundation on Linux can only do for those that lie in no other: so
// Apple's `CKRecord.ID` is another name here for what Objective-C calls `CKRecordID`.

/// The name of a zone.
public final class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The name of the zone that every database has.
    public static let defaultZoneName = RecordZoneID.standard.name
    /// The zone that every database has.
    public static let `default` = CKRecordZoneID()

    /// Its name.
    public let zoneName: String
    /// Whose it is.
    public let ownerName: String

    /// Names a zone, whether or not it is there.
    public init(
        zoneName: String = CKRecordZoneID.defaultZoneName,
        ownerName: String = CKCurrentUserDefaultName
    ) {
        self.zoneName = zoneName
        self.ownerName = ownerName
    }

    convenience init(_ id: RecordZoneID) { self.init(zoneName: id.name) }

    var id: RecordZoneID { RecordZoneID(zoneName) }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// One that was archived.
    public convenience init?(coder: NSCoder) {
        guard let zone = coder.text("zone"), let owner = coder.text("owner") else { return nil }
        self.init(zoneName: zone, ownerName: owner)
    }

    /// Archives it.
    public func encode(with coder: NSCoder) {
        coder.put(zoneName, "zone")
        coder.put(ownerName, "owner")
    }

    /// Itself: it does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal when both names are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordZoneID else { return false }
        return other.zoneName == zoneName && other.ownerName == ownerName
    }

    /// The same for zones that are equal.
    public override var hash: Int { zoneName.hashValue }

    /// Both names.
    public override var description: String { "<\(zoneName):\(ownerName)>" }
}

/// The name of a record.
public final class CKRecordID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The name, unique within its zone.
    public let recordName: String
    /// The zone that it lies in.
    public let zoneID: CKRecordZone.ID

    /// Names a record, whether or not it is there; without a name, one that no other has.
    public init(
        recordName: String = UUID().uuidString,
        zoneID: CKRecordZone.ID = .default
    ) {
        self.recordName = recordName
        self.zoneID = zoneID
    }

    convenience init(_ id: RecordID) {
        self.init(recordName: id.name, zoneID: CKRecordZone.ID(id.zone))
    }

    var id: RecordID { RecordID(recordName, in: zoneID.id) }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// One that was archived.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.text("name"), let zone = coder.text("zone"),
            let owner = coder.text("owner")
        else { return nil }
        self.init(
            recordName: name,
            zoneID: CKRecordZone.ID(zoneName: zone, ownerName: owner)
        )
    }

    /// Archives it.
    public func encode(with coder: NSCoder) {
        coder.put(recordName, "name")
        coder.put(zoneID.zoneName, "zone")
        coder.put(zoneID.ownerName, "owner")
    }

    /// Itself: it does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal when name and zone are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordID else { return false }
        return other.recordName == recordName && other.zoneID == zoneID
    }

    /// The same for names that are equal.
    public override var hash: Int { recordName.hashValue }

    /// Name and zone.
    public override var description: String { "<\(recordName) in \(zoneID)>" }
}

/// A field's pointer to another record.
public final class CKRecordReference: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The record that is meant.
    public let recordID: CKRecord.ID
    /// What its removal does.
    public let action: CKRecord.ReferenceAction

    /// Refers to a record by its name.
    public init(recordID: CKRecord.ID, action: CKRecord.ReferenceAction) {
        self.recordID = recordID
        self.action = action
    }

    /// Refers to a record.
    public convenience init(record: CKRecord, action: CKRecord.ReferenceAction) {
        self.init(recordID: record.recordID, action: action)
    }

    convenience init(_ reference: RecordReference) {
        self.init(
            recordID: CKRecord.ID(reference.id),
            action: reference.action == .deleteSelf ? .deleteSelf : .none
        )
    }

    var reference: RecordReference {
        RecordReference(recordID.id, action: action == .deleteSelf ? .deleteSelf : .none)
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// One that was archived.
    public convenience init?(coder: NSCoder) {
        guard let id = CKRecord.ID(coder: coder),
            let action = CKRecord.ReferenceAction(
                rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "action"))
            )
        else { return nil }
        self.init(recordID: id, action: action)
    }

    /// Archives it.
    public func encode(with coder: NSCoder) {
        recordID.encode(with: coder)
        coder.encode(Int(bitPattern: action.rawValue), forKey: "action")
    }

    /// Itself: it does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal when record and action are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordReference else { return false }
        return other.recordID == recordID && other.action == action
    }

    /// The same for references that are equal.
    public override var hash: Int { recordID.hash }
}

extension NSCoder {
    func put(_ text: String, _ key: String) { encode(NSString(string: text), forKey: key) }

    func text(_ key: String) -> String? {
        decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }

    func put(_ bytes: [UInt8], _ key: String) { encode(NSData(data: Data(bytes)), forKey: key) }

    func bytes(_ key: String) -> [UInt8]? {
        decodeObject(of: NSData.self, forKey: key).map { [UInt8](Data(referencing: $0)) }
    }
}
