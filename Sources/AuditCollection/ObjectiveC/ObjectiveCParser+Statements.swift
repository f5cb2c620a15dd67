import AuditFacts

extension ObjectiveCParser {
    /// Statements up to the end.
    mutating func statements() -> [Syntax.Statement] {
        var body: [Syntax.Statement] = []
        while next < end { statement(into: &body) }
        return body
    }

    mutating func statement(into body: inout [Syntax.Statement]) {
        let start = next
        nested(orElse: ()) { parser in
            if parser.sign == Sign.openBrace {
                let block = parser.enclosed { $0.statements() }
                body.append(
                    Syntax.Statement(.attempt(block, handlers: []), at: parser.span(from: start))
                )
            } else if !parser.keyword(into: &body), !parser.directiveStatement(into: &body) {
                parser.plain(into: &body)
            }
        }
        if next == start {
            flawHere()
            skipToken()
        }
    }

    private mutating func keyword(into body: inout [Syntax.Statement]) -> Bool {
        let start = next
        switch word {
        case "": return false
        case "if": branch(into: &body)
        case "for": loop(into: &body)
        case "while":
            next += 1
            let condition = condition()
            let repeated = single()
            add(.loop([.holds(condition)], repeated), from: start, to: &body)
        case "do":
            next += 1
            let repeated = single()
            guard word == "while" else { return true }
            next += 1
            let condition = condition()
            finishStatement()
            add(.loop([.holds(condition)], repeated), from: start, to: &body)
        case "switch": choice(into: &body)
        case "return", "goto", "co_return":
            next += 1
            let value = sign == Sign.semicolon || next == end ? nil : expression()
            leave(text(start), value, from: start, to: &body)
        case "break", "continue":
            next += 1
            leave(text(start), nil, from: start, to: &body)
        case "else", "case", "default":
            // Left over from a branch that another clause of an `#if` began.
            next += 1
            if text(start) == "case" { _ = expression() }
            _ = take(Sign.colon)
        case "typedef",
            "struct" where isStructure, "union" where isStructure, "enum" where isStructure:
            skipStatement()
        default: return false
        }
        return true
    }

    /// Whether a structure is declared here and not a variable of one.
    private var isStructure: Bool { sign(1) == Sign.openBrace || sign(2) == Sign.openBrace }

    private mutating func leave(
        _ word: String,
        _ value: Syntax.Expression?,
        from start: Int,
        to body: inout [Syntax.Statement]
    ) {
        finishStatement()
        add(.leave(word == "co_return" ? "return" : word, value), from: start, to: &body)
    }

    func add(_ kind: Syntax.Statement.Kind, from start: Int, to body: inout [Syntax.Statement]) {
        body.append(Syntax.Statement(kind, at: span(from: start)))
    }

    /// A condition in parentheses.
    mutating func condition() -> Syntax.Expression {
        guard sign == Sign.openParenthesis else {
            flawHere()
            return Syntax.Expression(.other([]), at: place(next))
        }
        return enclosed { $0.expression() }
    }

    /// A block, or the one statement that stands for it.
    mutating func single() -> [Syntax.Statement] {
        if sign == Sign.openBrace { return enclosed { $0.statements() } }
        var body: [Syntax.Statement] = []
        if !take(Sign.semicolon), next < end { statement(into: &body) }
        return body
    }

    private mutating func directiveStatement(into body: inout [Syntax.Statement]) -> Bool {
        let start = next
        switch directive {
        case "@autoreleasepool":
            next += 1
            add(.attempt(single(), handlers: []), from: start, to: &body)
        case "@synchronized":
            next += 1
            add(.expression(condition()), from: start, to: &body)
            add(.attempt(single(), handlers: []), from: start, to: &body)
        case "@try": attempt(into: &body)
        case "@throw":
            next += 1
            let value = sign == Sign.semicolon ? nil : expression()
            leave("throw", value, from: start, to: &body)
        default: return false
        }
        return true
    }

    /// `@try … @catch (…) … @finally …`.
    private mutating func attempt(into body: inout [Syntax.Statement]) {
        let start = next
        next += 1
        let tried = single()
        var handlers: [[Syntax.Statement]] = []
        while directive == "@catch" || directive == "@finally" {
            next += 1
            if sign == Sign.openParenthesis { skipToken() }
            handlers.append(single())
        }
        add(.attempt(tried, handlers: handlers), from: start, to: &body)
    }

    /// A declaration, a label, an assignment or another expression.
    private mutating func plain(into body: inout [Syntax.Statement]) {
        let start = next
        if take(Sign.semicolon) { return }
        if kind() == .name, sign(1) == Sign.colon {
            next += 2
            return
        }
        if kind() == .name, let declared = localVariables() {
            body += declared
            return
        }
        let value = expression()
        // A list of expressions is a list of statements.
        var more: [Syntax.Expression] = []
        while take(Sign.comma) { more.append(expression()) }
        guard next > start else { return }
        finishStatement()
        if case .operation("=", let operands) = value.node, operands.count == 2 {
            add(.assignment(target: operands[0], value: operands[1]), from: start, to: &body)
        } else {
            add(.expression(value), from: start, to: &body)
        }
        for value in more { add(.expression(value), from: start, to: &body) }
    }

    /// Moves past the semicolon; what stands before it and was not understood is skipped.
    mutating func finishStatement() {
        if next >= end || take(Sign.semicolon) { return }
        // A macro with arguments may be a whole statement.
        let before = tokens[max(0, next - 1)].sign
        if before == Sign.closeParenthesis || before == Sign.closeBrace, isLineStart { return }
        flawHere()
        skipStatement()
    }

    /// Whether the token here is on another line than the one before it.
    private var isLineStart: Bool {
        guard next > 0, next < tokens.count else { return true }
        return bytes[tokens[next - 1].range.upperBound..<tokens[next].range.lowerBound]
            .contains(UInt8(ascii: "\n"))
    }
}
