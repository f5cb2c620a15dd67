import AuditFacts
import Documents

/// Turns the tokens of an Objective-C source into facts, as far as they make sense.
///
/// Whatever it does not understand is skipped to the end of the statement and noted as a flaw. It
/// never backtracks: each token is looked at a bounded number of times.
struct ObjectiveCParser {
    let bytes: [UInt8]
    let lines: LineTable
    let tokens: [ObjectiveCToken]
    let brackets: BracketTable
    private let watchedTokens: [Int]

    var types: [Syntax.TypeDeclaration] = []
    var functions: [Syntax.Function] = []
    var variables: [Syntax.Variable] = []
    /// Takes the bodies that name nothing watched.
    var folder = BodyFolder()
    /// Modules that `@import` names.
    var imports: [String] = []
    var flaws: [SourceFlaw]
    /// The token that comes next.
    var next = 0
    /// Where what is parsed ends.
    var end: Int
    /// How many statements and expressions enclose the one that is parsed.
    var nesting = 0
    /// The height of the highest expression parsed within the enclosing one.
    var height = 0
    /// The class whose members are parsed.
    var owner: String?
    /// The members of that class.
    var members: [String] = []

    init(_ lexer: ObjectiveCLexer) {
        bytes = lexer.bytes
        lines = lexer.lines
        tokens = lexer.tokens
        watchedTokens = lexer.watchedTokens
        flaws = lexer.flaws
        end = lexer.tokens.count
        let source = lexer.bytes
        brackets = BracketTable(lexer.tokens) { token in
            Self.containers.contains { source[token.range].elementsEqual($0.utf8) }
        } isFor: { token in
            source[token.range].elementsEqual("for".utf8)
        }
    }

    /// The token here; `nil` at the end.
    var token: ObjectiveCToken? { next < end ? tokens[next] : nil }

    /// The sign here; 0 for anything else.
    var sign: UInt32 { next < end ? tokens[next].sign : 0 }

    /// The sign `distance` tokens on.
    func sign(_ distance: Int) -> UInt32 {
        next + distance < end ? tokens[next + distance].sign : 0
    }

    func kind(_ distance: Int = 0) -> ObjectiveCToken.Kind? {
        next + distance < end ? tokens[next + distance].kind : nil
    }

    func text(_ index: Int) -> String {
        String(decoding: bytes[tokens[index].range], as: UTF8.self)
    }

    /// The name here; empty for anything else.
    var word: String { kind() == .name ? text(next) : "" }

    /// The directive here, such as `@end`; empty for anything else.
    var directive: String { kind() == .directive ? text(next) : "" }

    /// The source from one token to the one before another, as it is written.
    func text(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        let bytes = bytes[
            tokens[range.lowerBound].range
                .lowerBound..<tokens[range.upperBound - 1].range.upperBound
        ]
        return String(decoding: bytes, as: UTF8.self)
    }

    func place(_ index: Int) -> SourcePlace {
        guard index < tokens.count else { return lines.place(at: bytes.count) }
        return lines.place(at: tokens[index].range.lowerBound)
    }

    /// The lines of the tokens from `start` to the one before `next`.
    func span(from start: Int) -> SourceSpan {
        let last = max(start, min(next, tokens.count) - 1)
        guard last < tokens.count else { return SourceSpan(place(start)) }
        return lines.span(tokens[start].range.lowerBound..<tokens[last].range.upperBound)
    }

    mutating func take(_ sign: UInt32) -> Bool {
        guard self.sign == sign, sign != 0 else { return false }
        next += 1
        return true
    }

    /// Moves past the bracket here with all that is in it, or past one token.
    mutating func skipToken() {
        guard next < end else { return }
        let close = brackets[next]
        next = min(closes(close, next) ? close + 1 : max(close, next + 1), max(end, next))
    }

    /// Whether the token at `close` is the bracket that belongs to the one at `open`.
    private func closes(_ close: Int, _ open: Int) -> Bool {
        guard close < tokens.count else { return false }
        switch tokens[open].sign {
        case Sign.openParenthesis: return tokens[close].sign == Sign.closeParenthesis
        case Sign.openBracket: return tokens[close].sign == Sign.closeBracket
        case Sign.openBrace: return tokens[close].sign == Sign.closeBrace
        default: return false
        }
    }

    /// Moves past the next semicolon, or to the end.
    mutating func skipStatement() {
        while next < end, sign != Sign.semicolon { skipToken() }
        if next < end { next += 1 }
    }

    /// Parses with `parse` what is between the bracket here and its end, and moves past that.
    mutating func enclosed<Value>(_ parse: (inout ObjectiveCParser) -> Value) -> Value {
        let outer = end
        let isClosed = brackets[next] < end && closes(brackets[next], next)
        let close = min(max(brackets[next], next + 1), end)
        if !isClosed { flaw("a bracket is not closed") }
        next += 1
        end = max(close, next)
        defer {
            end = outer
            next = isClosed ? close + 1 : close
        }
        return parse(&self)
    }

    /// Parses with `parse` unless too much encloses it.
    mutating func nested<Value>(
        orElse shallow: Value,
        _ parse: (inout ObjectiveCParser) -> Value
    ) -> Value {
        guard nesting < Self.nestingLimit else {
            flaw("this is nested too deeply")
            if next < end { skipToken() }
            return shallow
        }
        nesting += 1
        defer { nesting -= 1 }
        return parse(&self)
    }

    private static let nestingLimit = 48
    static let heightLimit = 384
    /// Directives that stand in no bracket, whatever was left open.
    static let containers: Set<String> = ["@interface", "@implementation", "@end"]

    /// Notes that the token here was not expected.
    mutating func flawHere() {
        flaw(
            next < end
                ? "\(text(next).quotedForMessage) is not expected here"
                : "something is missing here"
        )
    }

    mutating func flaw(_ message: String) { flaw(message, at: place(next)) }

    mutating func flaw(_ message: String, at place: SourcePlace) {
        guard flaws.count < 16, flaws.last?.place.line != place.line else { return }
        flaws.append(SourceFlaw(message, at: place))
    }

    /// Whether any watched name is among the tokens in `range`.
    func watches(_ range: Range<Int>) -> Bool {
        var low = 0
        var high = watchedTokens.count
        while low < high {
            let middle = (low + high) / 2
            if watchedTokens[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < watchedTokens.count && watchedTokens[low] < range.upperBound
    }
}
