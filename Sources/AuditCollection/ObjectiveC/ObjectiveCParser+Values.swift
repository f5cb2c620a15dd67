import AuditFacts
import Documents

extension ObjectiveCParser {
    /// A value without what follows it.
    mutating func primary() -> Syntax.Expression {
        let start = place(next)
        switch kind() {
        case .name: return named()
        case .number, .character:
            next += 1
            return Syntax.Expression(.number(text(next - 1)), at: start)
        case .text, .objectText: return literal()
        case .directive: return directiveValue()
        case .sign: return signed()
        case nil: return Syntax.Expression(.other([]), at: start)
        }
    }

    private mutating func named() -> Syntax.Expression {
        let start = place(next)
        let name = text(next)
        next += 1
        switch name {
        case "YES", "TRUE", "true": return Syntax.Expression(.boolean(true), at: start)
        case "NO", "FALSE", "false": return Syntax.Expression(.boolean(false), at: start)
        case "nil", "NULL", "Nil", "nullptr": return Syntax.Expression(.null, at: start)
        // Prefixes of strings, and the older spelling of a block's return type.
        case "sizeof" where sign == Sign.openParenthesis:
            let type = enclosed { $0.writtenArgument() }
            return Syntax.Expression(.operation(name, type.map(\.value)), at: start)
        case "sizeof" where kind() == .name:
            return Syntax.Expression(.operation(name, [expression(from: 20)]), at: start)
        case "L", "u8":
            return kind() == .text ? literal() : Syntax.Expression(.name(name), at: start)
        default:
            // A type of several words, which some macros take.
            while name != "id", Self.basicTypes.contains(name), Self.basicTypes.contains(word) {
                next += 1
            }
            return Syntax.Expression(.name(name), at: start)
        }
    }

    /// One string, of several pieces in a row.
    private mutating func literal() -> Syntax.Expression {
        let start = place(next)
        var content: [UInt8] = []
        while let token, token.kind == .text || token.kind == .objectText {
            let quote = token.kind == .text ? 1 : 2
            var piece = bytes[token.range].dropFirst(quote)
            if piece.last == UInt8(ascii: "\"") { piece.removeLast() }
            content += StringEscapes.resolve(Array(piece))
            next += 1
            // A macro between two pieces: `"%" PRIx64 "."`.
            if kind() == .name, kind(1) == .text { next += 1 }
        }
        let text = String(decoding: content, as: UTF8.self)
        guard CombiningMarks.excess(in: text) != nil else {
            return Syntax.Expression(.text([.fixed(text)]), at: start)
        }
        // A text that cannot be compared is not known.
        flaw(CombiningMarks.complaint, at: start)
        return Syntax.Expression(.text([.interpolated([])]), at: start)
    }

    /// `@selector(a:b:)`, `@available(iOS 11, *)`, `@YES`.
    private mutating func directiveValue() -> Syntax.Expression {
        let start = place(next)
        let name = String(text(next).dropFirst())
        next += 1
        switch name {
        case "YES", "true", "TRUE": return Syntax.Expression(.boolean(true), at: start)
        case "NO", "false", "FALSE": return Syntax.Expression(.boolean(false), at: start)
        default: break
        }
        guard sign == Sign.openParenthesis else {
            return Syntax.Expression(.name(name), at: start)
        }
        let callee = Syntax.Expression(.name("#" + name), at: start)
        let arguments = enclosed { parser in
            name == "available" ? parser.systems() : parser.writtenArgument()
        }
        return Syntax.Expression(.call(Syntax.Call(callee, arguments)), at: start)
    }

    /// What is between parentheses as one name: a selector, a protocol, a type.
    private mutating func writtenArgument() -> [Syntax.Argument] {
        let start = next
        next = end
        let name = text(start..<end).filter { !$0.isWhitespace }
        return [Syntax.Argument(nil, Syntax.Expression(.name(name), at: place(start)))]
    }

    /// `iOS 11.0, *` with the systems as labels.
    private mutating func systems() -> [Syntax.Argument] {
        var systems: [Syntax.Argument] = []
        while next < end {
            let start = place(next)
            if kind() == .name, kind(1) == .number {
                systems.append(
                    Syntax.Argument(word, Syntax.Expression(.number(text(next + 1)), at: start))
                )
                next += 1
            } else if sign == Sign.star {
                systems.append(Syntax.Argument(nil, Syntax.Expression(.name("*"), at: start)))
            }
            next += 1
        }
        return systems
    }

    private mutating func signed() -> Syntax.Expression {
        let start = place(next)
        switch sign {
        case Sign.openBracket: return message()
        case Sign.openParenthesis: return parenthesis()
        case Sign.openBrace: return braces()
        case Sign.caret: return block()
        case Sign.at: return boxed()
        case Sign.dot where kind(1) == .name:
            // A designated field of a structure: `.name = value`.
            next += 2
            return Syntax.Expression(.member(nil, text(next - 1)), at: place(next - 1))
        default:
            return Syntax.Expression(.other([]), at: start)
        }
    }

    /// A list of values, or statements, which macros take as an argument.
    private mutating func braces() -> Syntax.Expression {
        let start = place(next)
        guard holdsStatements else {
            return Syntax.Expression(.list(enclosed { $0.list() }), at: start)
        }
        let body = enclosed { $0.statements() }
        return Syntax.Expression(.closure(Syntax.Closure(parameters: [], body: body)), at: start)
    }

    /// Whether a semicolon stands between the braces here, and in no bracket between them.
    private var holdsStatements: Bool {
        let close = min(brackets[next], end)
        var index = next + 1
        while index < close, tokens[index].sign != Sign.semicolon {
            index = max(brackets[index], index) + 1
        }
        return index < close
    }

    /// `@[a, b]`, `@{a: b}`, `@(a)`, `@5`.
    private mutating func boxed() -> Syntax.Expression {
        let start = place(next)
        next += 1
        switch sign {
        case Sign.openBracket: return Syntax.Expression(.list(enclosed { $0.list() }), at: start)
        case Sign.openBrace:
            return Syntax.Expression(.dictionary(enclosed { $0.entries() }), at: start)
        case Sign.openParenthesis: return enclosed { $0.expression() }
        default: return primary()
        }
    }

    private mutating func entries() -> [Syntax.DictionaryEntry] {
        var entries: [Syntax.DictionaryEntry] = []
        while next < end {
            let start = next
            let key = expression()
            if take(Sign.colon) { entries.append(Syntax.DictionaryEntry(key, expression())) }
            if !take(Sign.comma), next < end {
                flawHere()
                skipToken()
            }
            if next == start { next += 1 }
        }
        return entries
    }

    /// `[receiver name:argument …]`.
    private mutating func message() -> Syntax.Expression {
        let start = place(next)
        return enclosed { parser in
            let receiver = parser.expression(from: 20)
            guard parser.kind() == .name || parser.sign == Sign.colon else {
                // An index of an initializer, or a C++ closure's captures.
                return Syntax.Expression(.other([receiver]), at: start)
            }
            return parser.send(to: receiver)
        }
    }

    private mutating func send(to receiver: Syntax.Expression) -> Syntax.Expression {
        let place = place(next)
        var selector = ""
        var arguments: [Syntax.Argument] = []
        while next < end {
            if kind() == .name {
                selector += text(next)
                next += 1
            }
            guard take(Sign.colon) else { break }
            selector += ":"
            arguments.append(Syntax.Argument(nil, expression()))
            // Values after the last part: `stringWithFormat:@"%@", a`.
            while take(Sign.comma) { arguments.append(Syntax.Argument(nil, expression())) }
        }
        if next < end { flawHere() }
        let callee = Syntax.Expression(.member(receiver, selector), at: place)
        return Syntax.Expression(.call(Syntax.Call(callee, arguments)), at: place)
    }

    /// `^(Type name) { … }`.
    private mutating func block() -> Syntax.Expression {
        let start = place(next)
        next += 1
        // A return type may come first.
        while kind() == .name || sign == Sign.star || sign == Sign.less || sign == Sign.greater {
            next += 1
        }
        var names: [String] = []
        if sign == Sign.openParenthesis { names = enclosed { $0.parameterList().map(\.name) } }
        guard sign == Sign.openBrace else { return Syntax.Expression(.other([]), at: start) }
        let body = enclosed { $0.statements() }
        return Syntax.Expression(.closure(Syntax.Closure(parameters: names, body: body)), at: start)
    }

    /// The last name of each parameter.
    mutating func parameterList() -> [Syntax.Parameter] {
        var parameters: [Syntax.Parameter] = []
        var start = next
        var name: Int?
        func add(to parameters: inout [Syntax.Parameter]) {
            guard let name, text(name) != "void" else { return }
            let written = start < name ? text(start..<name) : ""
            // A block's type stands around its name.
            let type = written.hasSuffix("^") ? "block" : written
            parameters.append(
                Syntax.Parameter(label: nil, name: text(name), type: type.isEmpty ? nil : type)
            )
        }
        while next < end {
            if take(Sign.comma) {
                add(to: &parameters)
                name = nil
                start = next
                continue
            }
            if kind() == .name { name = next }
            if sign == Sign.openParenthesis, sign(1) == Sign.caret, kind(2) == .name {
                name = next + 2
                skipToken()
                continue
            }
            skipToken()
        }
        add(to: &parameters)
        return parameters
    }

    /// A cast, a statement in parentheses, or just an expression.
    private mutating func parenthesis() -> Syntax.Expression {
        let start = place(next)
        if sign(1) == Sign.openBrace {
            let body = enclosed { $0.enclosed { $0.statements() } }
            let closure = Syntax.Expression(
                .closure(Syntax.Closure(parameters: [], body: body)),
                at: start
            )
            return Syntax.Expression(.other([closure]), at: start)
        }
        if let type = castType() {
            next = min(brackets[next] + 1, end)
            return Syntax.Expression(.cast(castValue(), to: type), at: start)
        }
        return enclosed { parser in
            let values = parser.list()
            return values.count == 1 ? values[0] : Syntax.Expression(.other(values), at: start)
        }
    }

    private mutating func castValue() -> Syntax.Expression { expression(from: 20) }
}
