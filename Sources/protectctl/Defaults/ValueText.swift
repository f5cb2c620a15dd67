import Preferences

/// Values of the defaults store as a person reads them.
enum ValueText {
    /// A scalar as it would be written; arrays and dictionaries in brackets.
    static func text(of value: PreferenceValue) -> String {
        switch value {
        case .boolean(let flag): "\(flag)"
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .string(let text): text
        case .date(let date): MomentText.rfc3339(date)
        case .data(let bytes): hexadecimal(bytes)
        case .array(let values): "[" + values.map { inner($0) }.joined(separator: ", ") + "]"
        case .dictionary(let values):
            "{"
                + values.sorted { $0.key < $1.key }
                .map { "\($0.key): \(inner($0.value))" }
                .joined(separator: ", ") + "}"
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func inner(_ value: PreferenceValue) -> String {
        if case .string(let text) = value { return "\"\(text)\"" }
        return text(of: value)
    }
}
