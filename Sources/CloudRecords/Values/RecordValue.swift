public import ProtectionModel

/// The value of a record's field.
///
/// There is no truth value: Apple's schema has none, and apps keep 0 and 1 as integers.
public enum RecordValue: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// A number; never NaN in a record that was saved.
    case real(Double)
    /// A moment.
    case date(Timestamp)
    /// Bytes that are kept within the record.
    case bytes([UInt8])
    /// A place on earth.
    case location(RecordLocation)
    /// Another record.
    case reference(RecordReference)
    /// Bytes that are kept beside the record.
    case asset(RecordAsset)
    /// Several values of one type.
    case list([RecordValue])
    /// A value that was encrypted on the device, so that the service cannot read it.
    case sealed(SealedValue)

    /// The references in it.
    package var references: [RecordReference] {
        switch self {
        case .reference(let reference): [reference]
        case .list(let values): values.flatMap(\.references)
        default: []
        }
    }

    /// The assets in it.
    package var assets: [RecordAsset] {
        switch self {
        case .asset(let asset): [asset]
        case .list(let values): values.flatMap(\.assets)
        default: []
        }
    }
}

/// A place on earth, in degrees of WGS 84.
public struct RecordLocation: Sendable, Hashable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// Names a place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both numbers are in their ranges.
    package var isOnEarth: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }
}

/// A field's pointer to a record of the same zone.
public struct RecordReference: Sendable, Hashable {
    /// What becomes of the record that has the reference when the other one is removed.
    public enum Action: UInt8, Sendable, Hashable {
        /// Nothing: the reference dangles.
        case none
        /// It is removed, too.
        case deleteSelf
    }

    /// The record that is meant.
    public let id: RecordID
    /// What its removal does.
    public let action: Action

    /// Refers to a record.
    public init(_ id: RecordID, action: Action = .none) {
        self.id = id
        self.action = action
    }
}

/// What the service sees of an encrypted value.
public struct SealedValue: Sendable, Hashable {
    /// What it is a value of.
    public let type: RecordFieldType
    /// The sealed bytes.
    public let bytes: [UInt8]

    /// Names a sealed value; its type is the one of the value in it, marked as encrypted.
    package init(_ bytes: [UInt8], of type: RecordFieldType) {
        self.type = RecordFieldType(type.base, isList: type.isList, isEncrypted: true)
        self.bytes = bytes
    }
}
