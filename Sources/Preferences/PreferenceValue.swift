public import ProtectionModel

/// A value of a defaults store: what a property list can hold.
///
/// A closed set of types, each kept apart: a boolean is not an integer here, as it is not on Linux
/// and as it should not be where a limit is read (Apple's `NSNumber` mixes the two).
///
/// Values are equal when they are of one type and stored alike: two reals of the same bits, so that
/// NaN has not changed when it is read again.
public indirect enum PreferenceValue: Sendable {
    case boolean(Bool)
    /// Property lists hold signed 64-bit integers and, in 16 bytes, unsigned ones.
    case integer(Int128)
    case real(Double)
    case string(String)
    case date(Timestamp)
    case data([UInt8])
    case array([PreferenceValue])
    case dictionary([String: PreferenceValue])
}

extension PreferenceValue {
    /// The type, as messages name it: `boolean`, `integer`, `real`, `string`, `date`, `data`,
    /// `array` or `dictionary`.
    package var typeName: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .real: "real"
        case .string: "string"
        case .date: "date"
        case .data: "data"
        case .array: "array"
        case .dictionary: "dictionary"
        }
    }
}

extension PreferenceValue: Hashable {
    /// Whether both are of one type and stored alike.
    public static func == (left: PreferenceValue, right: PreferenceValue) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        default: false
        }
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .boolean(let flag): hasher.combine(flag)
        case .integer(let integer): hasher.combine(integer)
        case .real(let real): hasher.combine(real.bitPattern)
        case .string(let text): hasher.combine(text)
        case .date(let date): hasher.combine(date)
        case .data(let bytes): hasher.combine(bytes)
        case .array(let values): hasher.combine(values)
        case .dictionary(let values): hasher.combine(values)
        }
    }
}
