/// What a schema says of a field's values.
public struct RecordFieldType: Sendable, Hashable, CustomStringConvertible {
    /// The type of a value, or of each value in a list, by its word in a schema.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        case asset = "ASSET"
        case bytes = "BYTES"
        case double = "DOUBLE"
        case int64 = "INT64"
        case location = "LOCATION"
        case reference = "REFERENCE"
        case string = "STRING"
        case timestamp = "TIMESTAMP"
        /// Either of both numbers.
        case number = "NUMBER"
        /// Either of both numbers; read as a whole one where a program has to choose.
        case numberAsInt64 = "NUMBER PREFERRED AS INT64"
        /// Either of both numbers; read as a fraction where a program has to choose.
        case numberAsDouble = "NUMBER PREFERRED AS DOUBLE"

        /// Whether its values can be encrypted on the device.
        package var isEncryptable: Bool {
            switch self {
            case .bytes, .string, .double, .int64, .location, .timestamp: true
            case .asset, .reference, .number, .numberAsInt64, .numberAsDouble: false
            }
        }

        fileprivate var isNumber: Bool {
            self == .number || self == .numberAsInt64 || self == .numberAsDouble
        }
    }

    /// The type of a value, or of each in the list.
    public let base: Base
    /// Whether a field has several of them.
    public let isList: Bool
    /// Whether they are encrypted on the device.
    public let isEncrypted: Bool

    /// Names a type.
    public init(_ base: Base, isList: Bool = false, isEncrypted: Bool = false) {
        self.base = base
        self.isList = isList
        self.isEncrypted = isEncrypted
    }

    /// The type of a value: nil for a list without values, which is one of any type.
    ///
    /// Lists have the type of their first value; ``RecordLimits`` refuses lists of several types.
    package init?(of value: RecordValue) {
        switch value {
        case .string: self.init(.string)
        case .integer: self.init(.int64)
        case .real: self.init(.double)
        case .date: self.init(.timestamp)
        case .bytes: self.init(.bytes)
        case .location: self.init(.location)
        case .reference: self.init(.reference)
        case .asset: self.init(.asset)
        case .sealed(let value): self = value.type
        case .list(let values):
            guard let first = values.first, let type = RecordFieldType(of: first) else {
                return nil
            }
            self.init(type.base, isList: true)
        }
    }

    /// Whether a field of this type takes a value.
    package func takes(_ value: RecordValue) -> Bool {
        guard let type = RecordFieldType(of: value) else { return isList && !isEncrypted }
        if type == self { return true }
        return base.isNumber && (type.base == .int64 || type.base == .double)
            && type.isList == isList && !type.isEncrypted
    }

    /// As a schema says it, such as `ENCRYPTED STRING` or `LIST<INT64>`.
    public var description: String {
        let word = (isEncrypted ? "ENCRYPTED " : "") + base.rawValue
        return isList ? "LIST<\(word)>" : word
    }
}
