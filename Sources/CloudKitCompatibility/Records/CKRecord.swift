import CloudRecords
public import Foundation
import Synchronization

/// Reads and sets fields: those of a record.
public protocol CKRecordKeyValueSetting: AnyObject {
    /// The value of a field; nil removes it.
    subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? { get set }
    /// The names of the fields that have a value.
    func allKeys() -> [CKRecord.FieldKey]
    /// The names of the fields that were set or removed since the record was fetched.
    func changedKeys() -> [CKRecord.FieldKey]
}

/// A record: named values of a type, and what the service says about them.
///
/// Saving leaves it as it is, with the change tag that it had; what a save gives has the new one.
public final class CKRecord: NSObject, NSSecureCoding, NSCopying, CKRecordKeyValueSetting, Sendable
{
    /// The name of a type.
    public typealias RecordType = String
    /// The name of a field.
    public typealias FieldKey = String
    /// The name of a record.
    public typealias ID = CKRecordID
    /// A field's pointer to another record.
    public typealias Reference = CKRecordReference

    /// What becomes of a record that refers to one that is removed.
    public enum ReferenceAction: UInt, Sendable {
        /// Nothing: the reference dangles.
        case none
        /// It is removed, too.
        case deleteSelf
    }

    /// Types that every container has.
    public enum SystemType {
        /// That of the records for users.
        public static let userRecord = RecordSchema.userType
    }

    private struct State {
        var record: Record
        /// Values that no field can have, by their fields: they are refused when the record is saved.
        var refused: [String: String] = [:]
    }

    private let state: Mutex<State>

    /// A new record; without a name, with one that no other has, in the standard zone.
    public convenience init(recordType: RecordType, recordID: ID = ID()) {
        self.init(Record(recordType, recordID.id))
    }

    /// A new record of a zone, with a name that no other has.
    public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
        self.init(recordType: recordType, recordID: ID(zoneID: zoneID))
    }

    init(_ record: Record) { state = Mutex(State(record: record)) }

    /// The record as it is now, for a save.
    ///
    /// - Throws: ``CKError`` with `invalidArguments` for a value that no field can have.
    func checked() throws(CKError) -> Record {
        let state = state.withLock { $0 }
        guard let (key, type) = state.refused.min(by: { $0.key < $1.key }) else {
            return state.record
        }
        throw CKError(.invalidArguments, "'\(key)': a field has no values of type \(type)")
    }

    var record: Record { state.withLock { $0.record } }

    // MARK: What the service knows

    /// Its name and zone.
    public var recordID: ID { ID(record.id) }
    /// The name of its type.
    public var recordType: RecordType { record.type }
    /// Another one after each save; nil before the first.
    public var recordChangeTag: String? { record.metadata?.changeTag }
    /// When it was first saved.
    public var creationDate: Date? { record.metadata.map { Date($0.created) } }
    /// Who saved it first.
    public var creatorUserRecordID: ID? { record.metadata.map { ID($0.creator) } }
    /// When it was last saved.
    public var modificationDate: Date? { record.metadata.map { Date($0.modified) } }
    /// Who saved it last.
    public var lastModifiedUserRecordID: ID? { record.metadata?.modifier.map { ID($0) } }

    // MARK: Fields

    /// The value of a field; nil removes it.
    public subscript(key: FieldKey) -> (any CKRecordValueProtocol)? {
        get { record[key]?.object }
        set {
            let value = newValue.map { RecordValue($0) }
            state.withLock { state in
                state.record[key] = value ?? nil
                // What has a value, and yet is none.
                state.refused[key] = value == .some(nil) ? "\(type(of: newValue))" : nil
            }
        }
    }

    /// The value of a field as one of a type; nil for one of another, and nil removes it.
    public subscript<Value: CKRecordValueProtocol>(key: FieldKey) -> Value? {
        get { object(forKey: key) as? Value }
        set { self[key] = newValue as (any CKRecordValueProtocol)? }
    }

    /// The value of a field.
    public func object(forKey key: FieldKey) -> (any CKRecordValueProtocol)? {
        record[key]?.object
    }

    /// Sets a field; nil removes it.
    public func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: FieldKey) {
        self[key] = object
    }

    /// The value of a field.
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    /// Sets a field; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        setObject(value.map { $0 as? any CKRecordValueProtocol ?? [$0] }, forKey: key)
    }

    /// The names of the fields that have a value, in their order.
    public func allKeys() -> [FieldKey] { record.fields.keys.sorted() }

    /// The names of the fields that were set or removed since the record was fetched, in their
    /// order.
    public func changedKeys() -> [FieldKey] { record.changedKeys.sorted() }

    // MARK: The parent

    /// The record that it belongs to.
    public var parent: Reference? {
        get { record.parent.map { Reference(recordID: ID($0), action: .none) } }
        set { state.withLock { $0.record.parent = newValue?.recordID.id } }
    }

    /// Belongs to a record, or to none.
    public func setParent(_ parent: CKRecord?) {
        self.parent = parent.map { Reference(record: $0, action: .none) }
    }

    /// Belongs to a record by its name, or to none.
    public func setParent(_ parentID: ID?) {
        parent = parentID.map { Reference(recordID: $0, action: .none) }
    }

    // MARK: Archives

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// One that was archived, or whose system fields were: nil for what is neither.
    public convenience init?(coder: NSCoder) {
        guard let bytes = coder.bytes("record"), let record = try? Record(archive: bytes) else {
            return nil
        }
        self.init(record)
    }

    /// Archives it with its fields and what was changed.
    public func encode(with coder: NSCoder) { coder.put(record.archive, "record") }

    /// Archives its name, type, parent and what the service knows, without a field.
    public func encodeSystemFields(with coder: NSCoder) {
        coder.put(record.systemFields, "record")
    }

    /// Another record with the same in it.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = CKRecord(record)
        let refused = state.withLock { $0.refused }
        copy.state.withLock { $0.refused = refused }
        return copy
    }

    /// Type, name and fields' names, and no value.
    public override var description: String {
        "<CKRecord \(recordType) \(recordID) \(allKeys())>"
    }
}
