import FoundationEssentials
import ProtectionModel

/// JSON documents as all reports write them.
enum JSONText {
    /// `value` as one line with sorted keys, ending with a line feed; what terminals and editors do
    /// not show is escaped.
    static func document(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            // Only NaN and infinities cannot be encoded, and documents have integers alone.
            preconditionFailure("a report cannot be encoded")
        }
        return escaped(String(decoding: data, as: UTF8.self)) + "\n"
    }

    /// Outside of strings JSON is ASCII, so escapes can be put in afterwards (RFC 8259, section 7).
    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: { !$0.isPrintable }) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in UTF16.encode(scalar) ?? .init() {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return text
    }
}
