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

    /// `text` with its variables replaced by what `value` says; others stay as they are written, and
    /// so does the text where the budget is spent.
    static func expand(
        _ text: String,
        _ budget: SettingsBudget,
        depth: Int = depth,
        value: (String) -> String?
    ) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")), budget.makes(text.utf8.count) else {
            return text
        }
        let bytes = Array(text.utf8)
        let ends = ends(in: bytes)
        guard !ends.isEmpty else { return text }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let end = ends[index] {
                let name = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
                let known = depth > 0 ? replacement(name, budget, depth - 1, value: value) : nil
                if let known { result += known.utf8 } else { result += bytes[index...end] }
                index = end + 1
            } else {
                result.append(bytes[index])
                index += 1
            }
            guard result.count <= longestResult else {
                budget.refuse(result.count)
                return text
            }
        }
        guard budget.makes(result.count) else { return text }
        let expanded = String(decoding: result, as: UTF8.self)
        return CombiningMarks.excess(in: expanded) == nil ? expanded : text
    }

    /// Where the variables of a text end, by where they start.
    private static func ends(in bytes: [UInt8]) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        var round: [Int] = []
        var curly: [Int] = []
        for (index, byte) in bytes.enumerated() {
            let start: Int?
            switch byte {
            case UInt8(ascii: "("):
                round.append(index)
                continue
            case UInt8(ascii: "{"):
                curly.append(index)
                continue
            case UInt8(ascii: ")"): start = round.popLast()
            case UInt8(ascii: "}"): start = curly.popLast()
            default: continue
            }
            guard let start, start > 0, bytes[start - 1] == UInt8(ascii: "$"),
                index - start < longestName - 1
            else { continue }
            ends[start - 1] = index
        }
        return ends
    }

    private static func replacement(
        _ text: String,
        _ budget: SettingsBudget,
        _ depth: Int,
        value: (String) -> String?
    ) -> String? {
        let whole = expand(text, budget, depth: depth, value: value)
        guard whole.utf8.count <= longestName else { return nil }
        let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first else { return nil }
        var result = value(String(name))
        for modifier in parts.dropFirst() {
            guard budget.makes(result?.utf8.count ?? 0) else { return nil }
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
