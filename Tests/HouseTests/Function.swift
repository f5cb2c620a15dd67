/// A function, initializer, subscript or accessor with a body.
struct Function: Equatable {
    /// Its name, or the keyword where it has none.
    let name: String
    /// The line of its keyword, from 1.
    let firstLine: Int
    /// The line of the brace that closes it.
    let lastLine: Int

    private static let accessors: Set<Substring> = [
        "get", "set", "willSet", "didSet", "_read", "_modify",
    ]

    /// Lines from the keyword to the closing brace.
    var lineCount: Int { lastLine - firstLine + 1 }

    /// Those in a source whose comments and literals are blank.
    static func all(in code: [UInt8]) -> [Function] {
        let tokens = Token.all(in: code)
        return tokens.indices.compactMap { index in
            guard let body = body(of: tokens, at: index) else { return nil }
            let isNamed = tokens[index].text == "func" || tokens[index].text == "var"
            return Function(
                name: String(tokens[isNamed ? index + 1 : index].text),
                firstLine: tokens[index].line,
                lastLine: tokens[body.upperBound].line
            )
        }
    }

    /// The tokens from the opening to the closing brace, where a declaration with a body begins.
    private static func body(of tokens: [Token], at index: Int) -> ClosedRange<Int>? {
        let previous = index > 0 ? tokens[index - 1].text : ""
        guard previous != ".", let open = openingBrace(of: tokens, at: index) else { return nil }
        var depth = 0
        for close in open..<tokens.count {
            if tokens[close].text == "{" { depth += 1 }
            if tokens[close].text == "}" { depth -= 1 }
            if depth == 0 { return open...close }
        }
        return nil
    }

    private static func openingBrace(of tokens: [Token], at index: Int) -> Int? {
        switch tokens[index].text {
        case "func", "init", "subscript", "deinit":
            return brace(in: tokens, after: index, isVariable: false)
        case "var" where index + 2 < tokens.count && tokens[index + 2].text == ":":
            // Accessors that are written out are functions of their own.
            let open = brace(in: tokens, after: index, isVariable: true)
            return open.flatMap { accessors.contains(tokens[$0 + 1].text) ? nil : $0 }
        case let word where accessors.contains(word) && tokens[index].isFirstOnLine:
            return brace(in: tokens, after: index, isVariable: false)
        default: return nil
        }
    }

    /// The brace that opens a body; nil where the declaration ends without one.
    private static func brace(in tokens: [Token], after index: Int, isVariable: Bool) -> Int? {
        var depth = 0
        for next in tokens.indices.dropFirst(index + 1) {
            let token = tokens[next]
            if depth == 0, token.isFirstOnLine, !continues(tokens[next - 1], with: token) {
                return nil
            }
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return next
            // What follows is the value of a stored property; its observers are found by name.
            case "=" where depth == 0 && isVariable: return nil
            default: break
            }
            if depth < 0 || depth == 0 && token.text == "}" { return nil }
        }
        return nil
    }

    /// Whether a declaration goes on over the end of a line.
    private static func continues(_ last: Token, with next: Token) -> Bool {
        [",", ":", "&", "="].contains(last.text)
            || ["{", "where", "throws", "async", "rethrows", "-", "&", "="].contains(next.text)
    }
}

extension Function {
    /// A word or a sign of code.
    private struct Token {
        let text: Substring
        let line: Int
        /// Whether nothing but white space stands before it on its line.
        let isFirstOnLine: Bool

        static func all(in code: [UInt8]) -> [Token] {
            var tokens: [Token] = []
            var line = 1
            var isFirstOnLine = true
            var position = 0
            while position < code.count {
                let isSpace = code[position] <= UInt8(ascii: " ")
                if code[position] == UInt8(ascii: "\n") {
                    line += 1
                    isFirstOnLine = true
                }
                let rest = code[position...]
                let end = rest.firstIndex { !Word.isPart($0) } ?? code.count
                let next = max(end, position + 1)
                if !isSpace {
                    tokens.append(
                        Token(
                            text: Substring(decoding: code[position..<next], as: UTF8.self),
                            line: line,
                            isFirstOnLine: isFirstOnLine
                        )
                    )
                    isFirstOnLine = false
                }
                position = next
            }
            return tokens
        }
    }
}
