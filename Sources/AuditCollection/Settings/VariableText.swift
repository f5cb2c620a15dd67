import Documents

/// Texts with variables of build settings: `$(NAME)`, `${NAME}`, `$(NAME:modifier)`, one in another.
enum VariableText {
    /// In bytes between the parentheses; what is longer is not a variable.
    private static let longestName = 512
    /// How deep variables stand in the names of variables.
    private static let depth = 4
    /// In bytes; a text that would become longer stays as it is written, and so does one that would
    /// have too many combining marks in a row.
    private static let longestResult = 64 << 10

    /// `text` with its variables replaced by what `value` says; others stay as they are written.
    static func expand(_ text: String, depth: Int = depth, value: (String) -> String?) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let end = end(of: bytes, from: index) {
                let name = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
                let known = depth > 0 ? replacement(name, depth: depth - 1, value: value) : nil
                result += known.map { Array($0.utf8) } ?? Array(bytes[index...end])
                index = end + 1
            } else {
                result.append(bytes[index])
                index += 1
            }
            guard result.count <= longestResult else { return text }
        }
        let expanded = String(decoding: result, as: UTF8.self)
        return CombiningMarks.excess(in: expanded) == nil ? expanded : text
    }

    /// Where the variable that starts at `start` ends; `nil` when none does.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        guard bytes[start] == UInt8(ascii: "$"), start + 1 < bytes.count else { return nil }
        let close: UInt8
        switch bytes[start + 1] {
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        case UInt8(ascii: "{"): close = UInt8(ascii: "}")
        default: return nil
        }
        var open = 0
        for index in (start + 1)..<min(bytes.count, start + longestName) {
            if bytes[index] == bytes[start + 1] { open += 1 }
            if bytes[index] == close { open -= 1 }
            if open == 0 { return index }
        }
        return nil
    }

    private static func replacement(
        _ text: String,
        depth: Int,
        value: (String) -> String?
    ) -> String? {
        let parts = expand(text, depth: depth, value: value)
            .split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first else { return nil }
        var result = value(String(name))
        for modifier in parts.dropFirst() {
            result = modified(result, modifier)
        }
        return result
    }

    /// `text` after a modifier of Xcode's; `nil` after one that is not known here.
    private static func modified(_ text: String?, _ modifier: Substring) -> String? {
        if modifier.hasPrefix("default=") {
            return text.flatMap { $0.isEmpty ? nil : $0 } ?? String(modifier.dropFirst(8))
        }
        guard let text else { return nil }
        switch modifier {
        case "lower": return text.lowercased()
        case "upper": return text.uppercased()
        case "rfc1034identifier": return identifier(text, replacement: "-")
        case "c99extidentifier", "identifier": return identifier(text, replacement: "_")
        default: return nil
        }
    }

    private static func identifier(_ text: String, replacement: Character) -> String {
        String(
            text.map { character in
                let isLetter = character.isASCII && (character.isLetter || character.isNumber)
                return isLetter || (replacement == "-" && character == ".")
                    ? character : replacement
            }
        )
    }
}
