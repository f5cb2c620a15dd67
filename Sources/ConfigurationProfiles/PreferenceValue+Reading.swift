import Preferences
import ProtectionModel

extension [String: PreferenceValue] {
    func text(_ key: String) -> String? {
        guard case .string(let text) = self[key] else { return nil }
        return text
    }

    func flag(_ key: String) -> Bool? {
        self[key]?.flag
    }

    func date(_ key: String) -> Timestamp? {
        guard case .date(let date) = self[key] else { return nil }
        return date
    }
}

extension PreferenceValue {
    /// The number it holds; a boolean is not a number.
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let real): real
        case .boolean, .string, .date, .data, .array, .dictionary: nil
        }
    }

    /// The boolean it stands for: devices take the integers 0 and 1 for one.
    var flag: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .integer(0): false
        case .integer(1): true
        case .integer, .real, .string, .date, .data, .array, .dictionary: nil
        }
    }

    /// The whole number it holds, in either type of number.
    var wholeNumber: Int? {
        switch self {
        case .integer(let integer): Int(exactly: integer)
        case .real(let real): Int(exactly: real)
        case .boolean, .string, .date, .data, .array, .dictionary: nil
        }
    }

    /// The texts of an array that holds nothing else.
    var texts: [String]? {
        guard case .array(let values) = self else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { return nil }
            texts.append(text)
        }
        return texts
    }
}
