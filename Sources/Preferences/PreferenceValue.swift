public import ProtectionModel

/// A value of a defaults store: what a property list can hold.
///
/// A closed set of types, each kept apart: a boolean is no integer here, as it is not on Linux and
/// as it should not be where a limit is read (Apple's `NSNumber` mixes the two).
///
/// Values are equal when they are of one type and stored alike: two reals of the same bits, so that
/// one which is no number has not changed when it is read again.
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
