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
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func inner(_ value: PreferenceValue) -> String {
        if case .string(let text) = value { return "\"\(text)\"" }
        return text(of: value)
    }
}
