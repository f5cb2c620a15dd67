import Preferences

/// What a setting's value may be.
enum SettingType: Sendable, Hashable {
    case boolean
    case integer(ClosedRange<Int>)
    /// Whole or not.
    case number(ClosedRange<Double>)
    case numberChoice([Double])
    case string
    case choice([String])
    case date
    case data
    case array
    case strings
    case dictionary

    /// What is wrong with a value, as one finding or none.
    func findings(_ value: PreferenceValue, at path: String) -> [ProfileFinding] {
        guard hasType(value) else {
            if self == .boolean, value.flag != nil {
                let sentence =
                    "is \(described(value)): devices take it for a boolean, others do not"
                return [ProfileFinding(.warning, .wrongType, path, sentence)]
            }
            return [ProfileFinding(.error, .wrongType, path, "is \(described(value)), not \(name)")]
        }
        return complaint(value).map { [ProfileFinding(.error, .outOfRange, path, $0)] } ?? []
    }

    /// Whether a device can make use of a value: it has the type, or one that stands for it, and is
    /// in range.
    func canUse(_ value: PreferenceValue) -> Bool {
        switch self {
        case .boolean: value.flag != nil
        case .integer(let range): value.wholeNumber.map(range.contains) ?? false
        default: hasType(value) && complaint(value) == nil
        }
    }

    private func hasType(_ value: PreferenceValue) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.integer, .integer), (.string, .string), (.choice, .string),
            (.date, .date), (.data, .data), (.array, .array), (.dictionary, .dictionary):
            true
        case (.number, _), (.numberChoice, _): value.number != nil
        case (.strings, _): value.texts != nil
        default: false
        }
    }

    private func complaint(_ value: PreferenceValue) -> String? {
        switch (self, value) {
        case (.integer(let range), .integer(let integer)):
            guard integer < range.lowerBound || integer > range.upperBound else { return nil }
            return range.count == 1
                ? "is \(integer), and must be \(range.lowerBound)"
                : "is \(integer), outside \(range.lowerBound) to \(range.upperBound)"
        case (.number(let range), _):
            guard let number = value.number, !range.contains(number) else { return nil }
            return "is \(number), outside \(range.lowerBound) to \(range.upperBound)"
        case (.numberChoice(let choices), _):
            guard let number = value.number, !choices.contains(number) else { return nil }
            return "is \(number), which is not one of "
                + choices.map { "\($0)" }.joined(separator: ", ")
        case (.choice(let choices), .string(let text)):
            guard !choices.contains(text) else { return nil }
            return
                "is '\(text)', and must be \(choices.map { "'\($0)'" }.joined(separator: " or "))"
        default: return nil
        }
    }

    private var name: String {
        switch self {
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .number, .numberChoice: "a number"
        case .string, .choice: "a string"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .strings: "an array of strings"
        case .dictionary: "a dictionary"
        }
    }

    /// The value's own type; strings that look like something else say so.
    private func described(_ value: PreferenceValue) -> String {
        switch value {
        case .string(let text) where text.hasPrefix("[") || text.hasPrefix("{"):
            "a string, perhaps JSON"
        case .string(let text):
            text.count <= 20 ? "the string '\(text)'" : "a string"
        case .integer(let integer): "the integer \(integer)"
        case .real(let real): "the real \(real)"
        case .boolean(let flag): "the boolean \(flag)"
        case .array: self == .strings ? "an array with other values" : "an array"
        case .data: "data"
        case .date, .dictionary: "a \(value.typeName)"
        }
    }
}
