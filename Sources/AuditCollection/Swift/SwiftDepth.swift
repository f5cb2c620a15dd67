import AuditFacts

#if SwiftSources

/// Finds sources that would overflow the parser's stack.
///
/// The parser bounds brackets within brackets, but not where it looks ahead; and words and signs
/// before an expression, type or pattern (`try try try`), chains of `else if`, arrows and ternary
/// operators recurse without any bracket. Attributes and number signs in a row are looked at again
/// and again.
struct SwiftDepth {
    private var brackets = 0
    /// Square brackets that are open since the last brace.
    private var squares = 0
    private var directives = 0
    private var attributes = 0
    private var pounds = 0
    private var angles = 0
    private var prefixes = 0
    private var arrows = 0
    private var questions = 0
    /// The `else if` in a row at each depth of braces.
    private var alternatives = [0]
    private var isAfterElse = false
    private var isAfterAt = false

    // Far beyond what people write, far below what a stack of eight megabytes holds.
    private static let limit = 128
    // The parser looks ahead for types in square brackets, at each level anew: its time doubles with
    // about every second one.
    private static let squareLimit = 16

    private var isTooDeep: Bool {
        max(brackets, angles, directives * 2, prefixes, arrows) > Self.limit
            || max(attributes, pounds, questions) > Self.limit || squares > Self.squareLimit
            || alternatives[alternatives.count - 1] > Self.limit
    }

    /// A flaw where `bytes` go too deep.
    static func flaw(in bytes: [UInt8], lines: LineTable) -> SourceFlaw? {
        var depth = SwiftDepth()
        var next = 0
        while next < bytes.count {
            let start = next
            let byte = bytes[next]
            if isLetter(byte) {
                while next < bytes.count, isLetter(bytes[next]) { next += 1 }
                let before = start > 0 ? bytes[start - 1] : 0x20
                depth.word(bytes[start..<next], isDirective: before == UInt8(ascii: "#"))
            } else if byte <= 0x20 {
                next += 1
            } else if let end = endOfText(bytes, from: start) {
                // The parser looks ahead past no string; what stands in one of several lines is read
                // as code here, for a quote may not be one.
                if isTriple(bytes, at: start) { depth.afterText() }
                next = end
                depth.prefixes = 0
            } else {
                next += 1
                depth.sign(byte, after: start > 0 ? bytes[start - 1] : 0x20)
            }
            if depth.isTooDeep {
                return SourceFlaw("this is nested too deeply", at: lines.place(at: start))
            }
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
            || byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Where the comment or the piece of a string that begins at `start` ends, on its line at most.
    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int? {
        let isString = bytes[start] == UInt8(ascii: "\"")
        guard isString || isComment(bytes, at: start) else { return nil }
        var next = start + 1
        while next < bytes.count, bytes[next] != UInt8(ascii: "\n") {
            if isString {
                if bytes[next] == UInt8(ascii: "\"") { return next + 1 }
                if bytes[next] == UInt8(ascii: "\\") {
                    // What is interpolated is code.
                    if next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "(") {
                        return next + 1
                    }
                    next += 1
                }
            }
            next += 1
        }
        return min(next, bytes.count)
    }

    private static func isTriple(_ bytes: [UInt8], at start: Int) -> Bool {
        bytes[start...].prefix(3).elementsEqual(repeatElement(UInt8(ascii: "\""), count: 3))
    }

    private static func isComment(_ bytes: [UInt8], at start: Int) -> Bool {
        bytes[start] == UInt8(ascii: "/") && start + 1 < bytes.count
            && bytes[start + 1] == UInt8(ascii: "/")
    }

    private mutating func word(_ word: ArraySlice<UInt8>, isDirective: Bool) {
        // The longest that counts has ten letters.
        let text = word.count <= 10 ? String(decoding: word, as: UTF8.self) : ""
        prefixes = Self.prefixWords.contains(text) ? prefixes + 1 : 0
        if Self.declarationWords.contains(text) { restart() }
        if isDirective {
            if text == "if" { directives += 1 }
            if text == "endif" { directives = max(0, directives - 1) }
        } else if text == "if" {
            let index = alternatives.count - 1
            alternatives[index] = isAfterElse ? alternatives[index] + 1 : 0
        }
        isAfterElse = text == "else"
        isAfterAt = false
    }

    private mutating func sign(_ byte: UInt8, after before: UInt8) {
        isAfterElse = false
        defer { isAfterAt = byte == UInt8(ascii: "@") }
        switch byte {
        case UInt8(ascii: "("): brackets += 1
        case UInt8(ascii: ")"): brackets = max(0, brackets - 1)
        case UInt8(ascii: "["):
            brackets += 1
            // An attribute with a bracket for a name is not Swift, and the worst case for looking ahead.
            squares += isAfterAt ? Self.squareLimit : 1
        case UInt8(ascii: "]"):
            brackets = max(0, brackets - 1)
            squares = max(0, squares - 1)
        case UInt8(ascii: "{"), UInt8(ascii: "}"): brace(byte)
        case UInt8(ascii: ";"): restart()
        case UInt8(ascii: "@"): attributes += 1
        case UInt8(ascii: "#") where before == byte: pounds += 1
        case UInt8(ascii: ">"):
            if before == UInt8(ascii: "-") { arrows += 1 } else { angles = max(0, angles - 1) }
            return
        case UInt8(ascii: "<") where before > 0x20: angles += 1
        case UInt8(ascii: "?") where before <= 0x20: questions += 1
        case UInt8(ascii: ":") where before <= 0x20: questions = max(0, questions - 1)
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "~"),
            UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "|"), UInt8(ascii: "^"):
            if before <= 0x20 { prefixes += 1 }
            return
        default: break
        }
        prefixes = 0
    }

    private mutating func brace(_ byte: UInt8) {
        restart()
        squares = 0
        if byte == UInt8(ascii: "{") {
            brackets += 1
            alternatives.append(0)
        } else {
            brackets = max(0, brackets - 1)
            if alternatives.count > 1 { alternatives.removeLast() }
        }
    }

    private mutating func afterText() {
        restart()
        squares = 0
    }

    /// A statement ends here, or a block begins.
    private mutating func restart() {
        arrows = 0
        attributes = 0
        pounds = 0
        questions = 0
        angles = 0
    }

    private static let prefixWords: Set<String> = [
        "try", "await", "unsafe", "copy", "consume", "borrow", "some", "any", "each", "repeat",
        "inout", "let", "var", "sending", "switch", "if", "throw", "return", "yield", "discard",
        "then", "is", "as", "borrowing", "consuming", "isolated", "case", "guard", "while",
        "defer", "do", "indirect", "macro",
    ]

    private static let declarationWords: Set<String> = [
        "func", "var", "let", "init", "case", "subscript", "typealias", "class", "struct", "enum",
    ]
}
#endif
