/// The words and signs of a `#if` condition.
enum ConditionWords {
    static func split(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var rest = text[...]
        while let first = rest.unicodeScalars.first {
            if first.properties.isWhitespace || first == "\\" {
                rest.unicodeScalars.removeFirst()
                continue
            }
            if rest.hasPrefix("//") || rest.hasPrefix("/*") {
                rest = afterComment(rest)
                continue
            }
            let word = word(rest, first)
            words.append(rest[..<word])
            rest = rest[word...]
        }
        return words
    }

    private static func afterComment(_ text: Substring) -> Substring {
        if text.hasPrefix("//") {
            return text.drop { !$0.isNewline }
        }
        return text.firstRange(of: "*/").map { text[$0.upperBound...] } ?? ""
    }

    /// Where the word at the start of `text` ends.
    private static func word(_ text: Substring, _ first: Unicode.Scalar) -> Substring.Index {
        let scalars = text.unicodeScalars
        if isName(first) {
            return scalars.firstIndex { !isName($0) } ?? text.endIndex
        }
        let length = ["&&", "||", "==", "!=", "<=", ">="].contains { text.hasPrefix($0) } ? 2 : 1
        return scalars.index(text.startIndex, offsetBy: length)
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "." || scalar.properties.isAlphabetic
            || ("0"..."9").contains(scalar)
    }

    /// The value of a number as C and Swift write it, and of `true` and `false`.
    static func number(_ word: String) -> Int? {
        switch word {
        case "true": return 1
        case "false": return 0
        default: break
        }
        guard let first = word.utf8.first, (0x30...0x39).contains(first) else { return nil }
        let digits = word.lowercased().filter { $0 != "_" && $0 != "u" && $0 != "l" }
        return digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
    }
}
