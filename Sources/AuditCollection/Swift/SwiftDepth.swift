#if SwiftSources
import PolicyAudit

/// Finds sources that would overflow the parser's stack.
///
/// The parser bounds brackets within brackets. What recurses without a bracket are words and signs
/// before an expression, type or pattern (`try try try`), chains of `else if`, arrows and ternary
/// operators; comments and strings are counted too, which does no harm below these bounds.
struct SwiftDepth {
    private var prefixes = 0
    private var arrows = 0
    private var questions = 0
    /// The `else if` in a row at each depth of braces.
    private var alternatives = [0]
    private var isAfterElse = false
    private var isTooDeep = false

    // Far beyond what people write, far below what a stack of eight megabytes holds.
    private static let limit = 192

    /// A flaw where `bytes` go too deep.
    static func flaw(in bytes: [UInt8], lines: LineTable) -> SourceFlaw? {
        var depth = SwiftDepth()
        var next = 0
        while next < bytes.count {
            let start = next
            if isLetter(bytes[next]) {
                while next < bytes.count, isLetter(bytes[next]) { next += 1 }
                depth.word(bytes[start..<next])
            } else {
                next += 1
                depth.sign(bytes[start], isSpaced: start > 0 && bytes[start - 1] <= 0x20)
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

    private mutating func count(_ counter: WritableKeyPath<SwiftDepth, Int>) {
        self[keyPath: counter] += 1
        if self[keyPath: counter] > Self.limit { isTooDeep = true }
    }

    private mutating func word(_ word: ArraySlice<UInt8>) {
        // The longest that counts is `subscript`.
        guard word.count <= 9 else {
            prefixes = 0
            isAfterElse = false
            return
        }
        let text = String(decoding: word, as: UTF8.self)
        if Self.prefixWords.contains(text) { count(\.prefixes) } else { prefixes = 0 }
        if Self.declarationWords.contains(text) { arrows = 0 }
        if text == "if" {
            alternatives[alternatives.count - 1] =
                isAfterElse ? alternatives[alternatives.count - 1] + 1 : 0
            if alternatives[alternatives.count - 1] > Self.limit { isTooDeep = true }
        }
        isAfterElse = text == "else"
    }

    private mutating func sign(_ byte: UInt8, isSpaced: Bool) {
        switch byte {
        case 0...0x20: return
        case UInt8(ascii: "{"):
            restart()
            if alternatives.count < 1024 { alternatives.append(0) }
        case UInt8(ascii: "}"):
            restart()
            if alternatives.count > 1 { alternatives.removeLast() }
        case UInt8(ascii: ";"), UInt8(ascii: "="): restart()
        case UInt8(ascii: ">"): count(\.arrows)
        case UInt8(ascii: "?") where isSpaced: count(\.questions)
        case UInt8(ascii: ":") where isSpaced: questions = max(0, questions - 1)
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "~"),
            UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "<"), UInt8(ascii: "|"),
            UInt8(ascii: "^"), UInt8(ascii: "%"):
            if isSpaced { count(\.prefixes) }
            return
        default: break
        }
        if byte != UInt8(ascii: ">") { prefixes = 0 }
        isAfterElse = false
    }

    /// A statement ends here, or a block begins.
    private mutating func restart() {
        arrows = 0
        questions = 0
    }

    private static let prefixWords: Set<String> = [
        "try", "await", "unsafe", "copy", "consume", "borrow", "some", "any", "each", "repeat",
        "inout", "let", "var", "sending", "switch", "if", "throw", "return", "yield", "discard",
        "then", "is", "as", "borrowing", "consuming", "isolated", "case", "guard", "while",
        "defer", "do", "indirect",
    ]

    private static let declarationWords: Set<String> = [
        "func", "var", "let", "init", "case", "subscript", "typealias", "class", "struct", "enum",
    ]
}
#endif
