import AuditFacts

extension ObjectiveCParser {
    /// An expression with whatever operators it has, up to a comma.
    mutating func expression(from precedence: Int = 0) -> Syntax.Expression {
        let start = place(next)
        return nested(orElse: Syntax.Expression(.other([]), at: start)) { parser in
            let around = parser.height
            parser.height = 0
            var value = parser.unary()
            var links = 0
            while let found = parser.infix, found.precedence >= precedence, links < 64 {
                links += 1
                parser.next += found.length
                value = parser.operation(found.name, found.precedence, value)
            }
            parser.height += links + 1
            if parser.height > Self.heightLimit {
                parser.flaw("this is nested too deeply")
                value = Syntax.Expression(.other([]), at: start)
                parser.height = 0
            }
            parser.height = max(around, parser.height)
            return value
        }
    }

    private mutating func operation(
        _ name: String,
        _ precedence: Int,
        _ left: Syntax.Expression
    ) -> Syntax.Expression {
        if name == "?" { return ternary(left) }
        let joinsRight = precedence <= 1
        let right = expression(from: joinsRight ? precedence : precedence + 1)
        return Syntax.Expression(.operation(name, [left, right]), at: left.place)
    }

    private mutating func ternary(_ condition: Syntax.Expression) -> Syntax.Expression {
        // `a ?: b` is what Swift writes as `a ?? b`.
        if take(Sign.colon) {
            let other = expression(from: 2)
            return Syntax.Expression(.operation("??", [condition, other]), at: condition.place)
        }
        let middle = expression()
        guard take(Sign.colon) else {
            return Syntax.Expression(.other([condition, middle]), at: condition.place)
        }
        let other = expression(from: 1)
        return Syntax.Expression(.operation("?:", [condition, middle, other]), at: condition.place)
    }

    /// The infix operator here.
    private var infix: (name: String, precedence: Int, length: Int)? {
        guard kind() == .sign else { return nil }
        // The lexer leaves `>>` in two, for lists of types.
        if sign == Sign.greater, sign(1) == Sign.greater || sign(1) == Self.greaterEqual,
            tokens[next].range.upperBound == tokens[next + 1].range.lowerBound
        {
            return sign(1) == Sign.greater ? (">>", 10, 2) : (">>=", 0, 2)
        }
        guard let precedence = Self.precedences[sign] else { return nil }
        return (text(next), precedence, 1)
    }

    private static let greaterEqual = code(">=")

    private static func code(_ text: String) -> UInt32 {
        text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static let precedences: [UInt32: Int] = {
        let rows: [[String]] = [
            ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="], ["?"], ["||"], ["&&"],
            ["|"], ["^"], ["&"], ["==", "!="], [], ["<", ">", "<=", ">="], ["<<"], ["+", "-"],
            ["*", "/", "%"],
        ]
        var precedences: [UInt32: Int] = [:]
        for (precedence, row) in rows.enumerated() {
            for name in row { precedences[code(name)] = precedence }
        }
        return precedences
    }()

    private mutating func unary() -> Syntax.Expression {
        let start = next
        var signs: [(String, SourcePlace)] = []
        // A macro before a call: `BRIDGED CFCopyName(name)`.
        if kind() == .name, kind(1) == .name, sign(2) == Sign.openParenthesis,
            text(next + 1) != "in"
        {
            next += 1
        }
        while Self.prefixes.contains(sign), signs.count < 64 {
            signs.append((text(next), place(next)))
            next += 1
        }
        if kind() == .name,
            word == "new" || word == "delete" || word == "co_await"
        {
            signs.append((word, place(next)))
            next += 1
        }
        var value =
            next < end || start == next
            ? postfix() : Syntax.Expression(.other([]), at: place(start))
        height += signs.count
        for (name, place) in signs.reversed() {
            if name == "-", case .number(let digits) = value.node {
                value = Syntax.Expression(.number("-" + digits), at: place)
            } else if name == "new" || name == "co_await" {
                continue
            } else {
                value = Syntax.Expression(.operation(name, [value]), at: place)
            }
        }
        return value
    }

    private static let prefixes: Set<UInt32> = [
        Sign.exclamation, Sign.tilde, Sign.minus, Sign.plus, Sign.star, Sign.ampersand,
        Sign.increment, Sign.decrement,
    ]

    /// A value with the members, elements and calls that follow it.
    private mutating func postfix() -> Syntax.Expression {
        var value = primary()
        var links = 0
        while links < 256, let longer = link(to: value) {
            value = longer
            links += 1
        }
        height += links
        return value
    }

    /// `value` with the member, element or call that follows it; `nil` when none does.
    private mutating func link(to value: Syntax.Expression) -> Syntax.Expression? {
        switch sign {
        case Sign.dot, Sign.arrow, Sign.scope:
            guard kind(1) == .name else { return nil }
            next += 2
            return Syntax.Expression(.member(value, text(next - 1)), at: place(next - 1))
        case Sign.openBracket:
            let index = enclosed { $0.expression() }
            return Syntax.Expression(
                .element(value, [Syntax.Argument(nil, index)]),
                at: value.place
            )
        case Sign.openParenthesis:
            return Syntax.Expression(.call(Syntax.Call(value, arguments())), at: value.place)
        case Sign.increment, Sign.decrement:
            next += 1
            return Syntax.Expression(.operation(text(next - 1), [value]), at: value.place)
        default: return nil
        }
    }

    /// What is called with, in parentheses.
    private mutating func arguments() -> [Syntax.Argument] {
        enclosed { $0.list().map { Syntax.Argument(nil, $0) } }
    }

    /// Expressions between commas, up to the end.
    mutating func list() -> [Syntax.Expression] {
        var values: [Syntax.Expression] = []
        while next < end {
            let start = next
            // A label, which nothing but a macro that ignores it can be given.
            if kind() == .name, sign(1) == Sign.colon { next += 2 }
            values.append(expression())
            if !take(Sign.comma) {
                if next < end { skipTo(Sign.comma) }
                if next == start { next += 1 }
            }
        }
        return values
    }

    /// Moves past the next `sign`, or to the end, and notes a flaw.
    private mutating func skipTo(_ wanted: UInt32) {
        flawHere()
        while next < end, sign != wanted { skipToken() }
        if next < end { next += 1 }
    }
}
