import ArgumentParser
import FoundationEssentials
import Preferences
import ProtectionModel

/// The types of values on the command line, by the names of macOS's tool.
enum ValueType: String, EnumerableFlag {
    case int, bool, string, float, date, data

    static func name(for value: ValueType) -> NameSpecification {
        let long: NameSpecification.Element? =
            switch value {
            case .int: .customLong("integer", withSingleDash: true)
            case .bool: .customLong("boolean", withSingleDash: true)
            case .string, .float, .date, .data: nil
            }
        return NameSpecification(
            [.customLong(value.rawValue, withSingleDash: true)] + (long.map { [$0] } ?? [])
        )
    }

    static func help(for value: ValueType) -> ArgumentHelp? {
        switch value {
        case .int: "An integer of up to 64 bits."
        case .bool: "true or false."
        case .string: "Text."
        case .float: "A real number."
        case .date: "A time, RFC 3339."
        case .data: "Bytes, two hexadecimal digits each."
        }
    }

    /// - Throws: `ToolError` with `invalid-argument`.
    func value(of text: String) throws -> PreferenceValue {
        let value: PreferenceValue? =
            switch self {
            case .int: Self.integer(text)
            case .bool: Self.boolean(text)
            case .string: .string(text)
            case .float: Double(text).map { .real($0) }
            case .date: MomentText.moment(text).map { .date($0) }
            case .data: Self.data(text)
            }
        guard let value else {
            throw ToolError(.invalidArgument, "'\(text)' is not a value of type -\(rawValue)")
        }
        return value
    }

    private static func integer(_ text: String) -> PreferenceValue? {
        // More than 64 bits are refused where it is stored, with a sentence of its own.
        Int128(text).map { .integer($0) }
    }

    private static func boolean(_ text: String) -> PreferenceValue? {
        switch text.lowercased() {
        case "true", "yes", "1": .boolean(true)
        case "false", "no", "0": .boolean(false)
        default: nil
        }
    }

    private static func data(_ text: String) -> PreferenceValue? {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        return .data(
            stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
        )
    }
}
