import Foundation
import ProtectionModel

/// Values of the elements that hold no others.
enum XMLPropertyListLeaf {
    static func value(
        of element: String,
        _ text: String
    ) throws(PropertyListError) -> PreferenceValue {
        switch element {
        case "string": return .string(text)
        case "true", "false":
            guard text.allSatisfy(\.isWhitespace) else {
                throw PropertyListError("<\(element)> holds text")
            }
            return .boolean(element == "true")
        case "integer": if let integer = integer(text) { return .integer(integer) }
        case "real": if let real = real(text) { return .real(real) }
        case "date": if let date = date(text) { return .date(date) }
        case "data": if let data = data(text) { return .data(data) }
        default: break
        }
        throw PropertyListError("'\(text.prefix(40))' is no \(element)")
    }

    /// Decimal or, as Apple's own reader takes it, hexadecimal; 64 bits with or without a sign.
    private static func integer(_ text: String) -> Int128? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let digits = text.drop { $0 == "-" || $0 == "+" }
        guard text.count - digits.count <= 1, let first = digits.first, first.isASCII else {
            return nil
        }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let number = isHexadecimal ? digits.dropFirst(2) : digits
        guard let first = number.first, first.isHexDigit,
            let magnitude = UInt64(number, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        let value = text.hasPrefix("-") ? -Int128(magnitude) : Int128(magnitude)
        return value < Int128(Int64.min) ? nil : value
    }

    private static func real(_ text: String) -> Double? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.contains(where: { $0 == "x" || $0 == "X" }) else { return nil }
        return Double(text)
    }

    private static func date(_ text: String) -> Timestamp? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count == 20, let date = try? Date(text, strategy: .iso8601) else { return nil }
        return Timestamp(seconds: Int64(date.timeIntervalSince1970.rounded(.down)))
    }

    private static func data(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text.filter { !$0.isWhitespace }).map { Array($0) }
    }
}
