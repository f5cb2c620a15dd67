import AuditFacts

extension ObjectiveCLexer {
    /// Reads a preprocessor line with its continuations.
    mutating func directiveLine() {
        let line = wholeLine()
        let text = String(decoding: bytes[line].prefix(4096), as: UTF8.self)
        let word = text.dropFirst().drop { $0.isWhitespace }.prefix { $0.isLetter || $0 == "_" }
        let rest = String(text[word.endIndex...])
        switch word {
        case "if": conditions.begin(decide(rest), openCount: openCount)
        case "ifdef": conditions.begin(decide("defined" + rest), openCount: openCount)
        case "ifndef": conditions.begin(decide("!defined" + rest), openCount: openCount)
        case "elif": turn(decide(rest))
        case "else": turn(true)
        case "endif": conditions.end()
        case "import", "include": if conditions.isLive { importLine(rest) }
        case "define": if conditions.isLive { define(in: line) }
        default: break
        }
        next = line.upperBound
    }

    private func decide(_ condition: String) -> Bool? {
        CompilationCondition.decide(condition, language: .objectiveC)
    }

    private mutating func turn(_ holds: Bool?) {
        let isBroken = conditions.isLive && openCount != conditions.openCount ?? openCount
        conditions.turn(holds, isBroken: isBroken)
    }

    /// The line that begins here with the lines it goes on in; a comment in it may be longer.
    private mutating func wholeLine() -> Range<Int> {
        let start = next
        while next < bytes.count {
            if bytes[next] == UInt8(ascii: "\n") {
                let before = bytes[next - 1] == UInt8(ascii: "\r") ? next - 2 : next - 1
                guard before >= start, bytes[before] == UInt8(ascii: "\\") else { break }
            }
            if bytes[next] == UInt8(ascii: "\"") {
                skipOnLine()
            } else if !comment() {
                next += 1
            }
        }
        return start..<next
    }

    /// Skips a quoted text of a preprocessor line, so that `//` in it is not a comment.
    private mutating func skipOnLine() {
        next += 1
        while next < bytes.count, bytes[next] != UInt8(ascii: "\""),
            bytes[next] != UInt8(ascii: "\n")
        {
            next += bytes[next] == UInt8(ascii: "\\") && peek() != UInt8(ascii: "\n") ? 2 : 1
        }
        if next < bytes.count, bytes[next] == UInt8(ascii: "\"") { next += 1 }
        next = min(next, bytes.count)
    }

    /// `<Module/Header.h>` is the module, `"Header.h"` the header.
    private mutating func importLine(_ rest: String) {
        let text = rest.drop { $0.isWhitespace }
        guard let open = text.first, open == "<" || open == "\"" else { return }
        let path = text.dropFirst().prefix { $0 != ">" && $0 != "\"" }
        if open == "<", let slash = path.firstIndex(of: "/") {
            imports.append(String(path[..<slash]))
        } else {
            imports.append(String(path))
        }
    }

    /// `#define NAME value`, without parameters.
    private mutating func define(in line: Range<Int>) {
        var lexer = ObjectiveCLexer(
            bytes: Array(bytes[line]),
            lines: LineTable([]),
            watched: []
        )
        lexer.readDefinition()
        guard lexer.tokens.count > 1, lexer.tokens.count <= 16 else { return }
        let name = lexer.tokens[0].range
        guard lexer.tokens[0].kind == .name,
            lexer.tokens[1].sign != UInt32(UInt8(ascii: "("))
                || lexer.tokens[1].range.lowerBound > name.upperBound
        else { return }
        mentions.formUnion(lexer.mentions)
        let tokens = lexer.tokens.map { token in
            ObjectiveCToken(
                kind: token.kind,
                sign: token.sign,
                range: token.range.lowerBound + line.lowerBound..<token.range.upperBound
                    + line.lowerBound
            )
        }
        macros.append((tokens[0].range, Array(tokens.dropFirst())))
    }

    /// Reads the tokens of a line after its `#define`.
    private mutating func readDefinition() {
        next = 1
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        next = min(next + "define".utf8.count, bytes.count)
        while next < bytes.count, tokens.count <= 16 {
            if bytes[next] <= 0x20 || bytes[next] == UInt8(ascii: "\\") {
                next += 1
            } else if !comment() {
                token()
            }
        }
    }
}
