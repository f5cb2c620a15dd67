import AuditFacts

#if SwiftSources
// The parser's own lexer: whatever another one took for a comment or a string could hide code.
@_spi(Testing) import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

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
    /// What stands in texts and comments of a line after a slash.
    private var hidden = HiddenDepth()

    // Far beyond what people write, far below what a stack of eight megabytes holds.
    private static let limit = 128
    // The parser looks ahead for types in square brackets, at each level anew: its time doubles with
    // about every second one.
    private static let squareLimit = 16

    private var isTooDeep: Bool {
        max(brackets, angles, directives * 2, prefixes, arrows) > Self.limit
            || max(attributes, pounds, questions) > Self.limit || squares > Self.squareLimit
            || alternatives[alternatives.count - 1] > Self.limit
            || hidden.squares > Self.squareLimit || hidden.others > Self.limit
    }

    /// A flaw where `bytes` go too deep.
    static func flaw(in bytes: [UInt8], lines: LineTable) -> SourceFlaw? {
        guard !bytes.isEmpty else { return nil }
        var tracker = LookaheadTracker()
        return withUnsafeMutablePointer(to: &tracker) { tracker in
            bytes.withUnsafeBufferPointer { buffer in
                let tokens = Lexer.tokenize(
                    buffer,
                    lookaheadTracker: tracker,
                    experimentalFeatures: []
                )
                return flaw(in: tokens, lines: lines)
            }
        }
    }

    private static func flaw(in tokens: Lexer.LexemeSequence, lines: LineTable) -> SourceFlaw? {
        var depth = SwiftDepth()
        var offset = 0
        var before: UInt8 = 0x20
        for token in tokens {
            depth.take(token, after: before)
            if depth.isTooDeep {
                let place = lines.place(at: offset + token.textRange.lowerBound)
                return SourceFlaw("this is nested too deeply", at: place)
            }
            guard token.rawTokenKind != .endOfFile else { break }
            offset += token.byteLength
            before = token.trailingTriviaText.isEmpty ? token.tokenText.last ?? 0x20 : 0x20
        }
        return nil
    }

    private mutating func take(_ token: Lexer.Lexeme, after last: UInt8) {
        let text = token.tokenText
        hidden.take(token)
        var before = token.leadingTriviaText.isEmpty ? last : 0x20
        switch token.rawTokenKind {
        case .stringSegment, .regexLiteralPattern, .integerLiteral, .floatLiteral: name()
        case .poundIf: directives += 1
        case .poundEndif: directives = max(0, directives - 1)
        default:
            guard let first = text.first else { return }
            if Self.isLetter(first) { return word(text) }
            if first == UInt8(ascii: "`") || first == UInt8(ascii: "$") { return name() }
            for byte in text {
                sign(byte, after: before)
                before = byte
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
            || byte >= 0x80
    }

    private mutating func name() {
        prefixes = 0
        isAfterElse = false
        isAfterAt = false
    }

    private mutating func word(_ word: SyntaxText) {
        let keyword = Keyword(word)
        prefixes = keyword.map(Self.isPrefix) ?? false ? prefixes + 1 : 0
        if let keyword, Self.isDeclaration(keyword) { restart() }
        if keyword == .if {
            let index = alternatives.count - 1
            alternatives[index] = isAfterElse ? alternatives[index] + 1 : 0
        }
        isAfterElse = keyword == .else
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

    /// A statement ends here, or a block begins.
    private mutating func restart() {
        arrows = 0
        attributes = 0
        pounds = 0
        questions = 0
        angles = 0
    }

    /// Whether it may stand before an expression, type, pattern or statement, any number of times.
    private static func isPrefix(_ keyword: Keyword) -> Bool {
        switch keyword {
        case .try, .await, .unsafe, .copy, .consume, .borrow, .some, .any, .each, .repeat, .inout,
            .let, .var, .sending, .switch, .if, .throw, .return, .yield, .discard, .then, .is, .as,
            .borrowing, .consuming, .isolated, .case, .guard, .while, .defer, .do, .indirect,
            .macro:
            true
        default: false
        }
    }

    private static func isDeclaration(_ keyword: Keyword) -> Bool {
        switch keyword {
        case .func, .var, .let, .`init`, .case, .subscript, .typealias, .class, .struct, .enum: true
        default: false
        }
    }
}

/// What stands in texts and comments after an operator with a slash, to the end of its line.
///
/// The parser may take such an operator for the beginning of a regular expression, and what follows
/// for code.
private struct HiddenDepth {
    private(set) var squares = 0
    /// Words and signs that may stand before an expression or between two.
    private(set) var others = 0
    private var isAfterSlash = false

    mutating func take(_ token: Lexer.Lexeme) {
        if token.flags.contains(.isAtStartOfLine) { self = HiddenDepth() }
        if isAfterSlash {
            count(token.leadingTriviaText)
            if token.rawTokenKind == .stringSegment { count(token.tokenText) }
            count(token.trailingTriviaText)
        } else {
            isAfterSlash =
                token.rawTokenKind != .stringSegment && token.tokenText.contains(UInt8(ascii: "/"))
        }
    }

    private mutating func count(_ text: SyntaxText) {
        var isInWord = false
        for byte in text {
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
            if byte == UInt8(ascii: "[") { squares += 1 }
            if isLetter ? !isInWord : Self.signs.contains(byte) { others += 1 }
            isInWord = isLetter
        }
    }

    private static let signs = Set("?<>-+!~&|^".utf8)
}
#endif
