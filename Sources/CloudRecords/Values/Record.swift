import FoundationEssentials
public import ProtectionModel

/// A record: named values of a type, and what the service says about them.
///
/// A record that was fetched knows what it was then, and which of its keys were changed since.
public struct Record: Sendable, Hashable {
    /// Its name and zone.
    public let id: RecordID
    /// The name of its type in the schema.
    public let type: String
    /// The record that it belongs to, of the same zone: it has to be there.
    public var parent: RecordID? {
        didSet { isParentChanged = isParentChanged || parent != oldValue }
    }
    /// What the service knows about it; nil before the first save.
    public let metadata: RecordMetadata?
    /// The values by the fields' names.
    public private(set) var fields: [String: RecordValue]
    /// The names of fields that were set or removed since it was fetched.
    public private(set) var changedKeys: Set<String> = []

    private(set) var isParentChanged = false
    let fetched: [String: RecordValue]

    /// A new record.
    ///
    /// - Parameters:
    ///   - type: the name of its type.
    ///   - id: its name and zone; without, a name that no other record has, in the standard zone.
    public init(_ type: String, _ id: RecordID? = nil) {
        self.id = id ?? RecordID(UUID().uuidString)
        self.type = type
        parent = nil
        metadata = nil
        fields = [:]
        fetched = [:]
    }

    /// A record as the service has it.
    init(_ stored: StoredRecord, in zone: RecordZoneID, keys: Set<String>? = nil) {
        id = RecordID(stored.name, in: zone)
        type = stored.type
        parent = stored.parent.map { RecordID($0, in: zone) }
        metadata = RecordMetadata(stored, in: zone)
        fields =
            keys.map { keys in stored.fields.filter { keys.contains($0.key) } } ?? stored.fields
        fetched = fields
    }

    /// A record of which only the system fields were kept.
    init(_ id: RecordID, type: String, parent: RecordID?, metadata: RecordMetadata?) {
        self.id = id
        self.type = type
        self.parent = parent
        self.metadata = metadata
        fields = [:]
        fetched = [:]
    }

    /// A record that was kept, with these fields and changes.
    init(
        _ kept: Record,
        fields: [String: RecordValue],
        fetched: [String: RecordValue],
        changedKeys: Set<String>,
        isParentChanged: Bool
    ) {
        id = kept.id
        type = kept.type
        parent = kept.parent
        metadata = kept.metadata
        self.fields = fields
        self.fetched = fetched
        self.changedKeys = changedKeys
        self.isParentChanged = isParentChanged
    }

    /// The value of a field; nil removes it.
    public subscript(key: String) -> RecordValue? {
        get { fields[key] }
        set {
            fields[key] = newValue
            changedKeys.insert(key)
        }
    }

    /// The record as it was fetched; nil for a new one.
    public var ancestor: Record? {
        guard metadata != nil else { return nil }
        var record = self
        record.fields = fetched
        record.changedKeys = []
        return record
    }
}

/// What the service knows about a record.
public struct RecordMetadata: Sendable, Hashable {
    /// Another one after each save, unlike any that the record ever had.
    public let changeTag: String
    /// When it was first saved.
    public let created: Timestamp
    /// The record of the user who saved it first.
    public let creator: RecordID
    /// When it was last saved.
    public let modified: Timestamp
    /// The record of the user who saved it last; nil when that one was erased.
    public let modifier: RecordID?

    init(
        changeTag: String,
        created: Timestamp,
        creator: RecordID,
        modified: Timestamp,
        modifier: RecordID?
    ) {
        self.changeTag = changeTag
        self.created = created
        self.creator = creator
        self.modified = modified
        self.modifier = modifier
    }

    init(_ stored: StoredRecord, in zone: RecordZoneID) {
        changeTag = stored.tag
        created = stored.created
        creator = RecordID(stored.creator)
        modified = stored.modified
        modifier = stored.modifier.isEmpty ? nil : RecordID(stored.modifier)
    }
}

/// What a save does when the record on the service is another than the one that was fetched.
public enum SavePolicy: String, Sendable, Hashable, CaseIterable {
    /// Saves the changed keys if nobody saved the record since it was fetched.
    case ifUnchanged = "if-unchanged"
    /// Saves the changed keys, whatever others did to them.
    case changedKeys = "changed-keys"
    /// Saves all keys that the record has here, whatever others did to them.
    case allKeys = "all-keys"
}
