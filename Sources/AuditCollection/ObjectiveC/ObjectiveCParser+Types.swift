import AuditFacts

extension ObjectiveCParser {
    /// The type in the parentheses here, when what follows them is cast to it.
    func castType() -> String? {
        let close = brackets[next]
        let inside = next + 1..<max(next + 1, min(close, end))
        // What is longer is not a type.
        guard close < end, !inside.isEmpty, inside.count <= 32 else { return nil }
        guard isType(inside), isCast(inside, before: close + 1) else { return nil }
        let words = inside.lazy.map { text($0) }.filter { !$0.hasPrefix("__") }
        return inside.contains { text($0).hasPrefix("__bridge") }
            ? words.joined(separator: " ") : text(inside)
    }

    /// Whether there are only names, pointers and lists of types in `range`.
    private func isType(_ range: Range<Int>) -> Bool {
        guard tokens[range.lowerBound].kind == .name else { return false }
        return range.allSatisfy { index in
            tokens[index].kind == .name || Self.typeSigns.contains(tokens[index].sign)
        }
            && !(tokens[range.lowerBound..<range.upperBound].contains { $0.sign == Sign.star }
                && tokens[range.upperBound - 1].kind == .name && !isQualifier(range.upperBound - 1))
    }

    private static let typeSigns: Set<UInt32> = [
        Sign.star, Sign.less, Sign.greater, Sign.comma, Sign.scope, Sign.caret, Sign.ampersand,
        Sign.openParenthesis, Sign.closeParenthesis,
    ]

    private func isQualifier(_ index: Int) -> Bool {
        let word = text(index)
        if word.hasPrefix("__") {
            // `__m128i` and `__darwin_size_t` are types.
            return !word.hasSuffix("_t") && !word.utf8.contains(where: ObjectiveCLexer.isDigit)
        }
        return Self.qualifiers.contains(word)
    }

    /// Whether a value follows at `index` that only a cast can have before it.
    private func isCast(_ type: Range<Int>, before index: Int) -> Bool {
        guard index < end else { return false }
        let isPlain = type.count == 1 && !isCertainType(text(type.lowerBound))
        switch tokens[index].kind {
        case .name, .number, .text, .objectText, .character, .directive: return true
        case .sign: break
        }
        switch tokens[index].sign {
        case Sign.at, Sign.exclamation, Sign.tilde: return true
        case Sign.caret: return !isPlain || isBlock(index)
        case Sign.openBracket, Sign.openBrace, Sign.openParenthesis: return !isPlain
        case Sign.minus, Sign.ampersand, Sign.star: return !isPlain
        default: return false
        }
    }

    /// Whether a block begins with the `^` at `index`, which joins two numbers otherwise.
    private func isBlock(_ index: Int) -> Bool {
        var body = index + 1
        if body < end, tokens[body].sign == Sign.openParenthesis { body = brackets[body] + 1 }
        return body < end && tokens[body].sign == Sign.openBrace
    }

    private func isCertainType(_ name: String) -> Bool {
        name == "id" || Self.basicTypes.contains(name)
            || name.utf8.first.map {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            } == true
    }

    static let basicTypes: Set<String> = [
        "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool",
        "size_t", "id", "auto", "instancetype", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
        "int8_t", "int16_t", "int32_t", "int64_t",
    ]

    static let qualifiers: Set<String> = [
        "const", "static", "extern", "volatile", "register", "inline", "struct", "union", "enum",
        "nullable", "nonnull", "_Nullable", "_Nonnull", "_Null_unspecified", "_Atomic", "constexpr",
        "mutable", "typename", "FOUNDATION_EXPORT",
        "FOUNDATION_EXTERN", "UIKIT_EXTERN", "OBJC_EXTERN", "NS_RETURNS_RETAINED",
    ]

    /// The declarations of local variables that begin here; `nil` when none does.
    mutating func localVariables() -> [Syntax.Statement]? {
        let start = next
        guard let name = declaredName() else { return nil }
        let type = text(start..<name)
        next = name
        var statements: [Syntax.Statement] = []
        while next < end {
            let first = statements.isEmpty ? start : next
            guard let own = declarator() else { break }
            let value = take(Sign.equals) ? expression() : nil
            let written = own.type.map { type + $0 } ?? type
            statements.append(
                Syntax.Statement(
                    .variable(name: own.name, type: written, value: value),
                    at: span(from: first)
                )
            )
            guard take(Sign.comma) else { break }
        }
        finishStatement()
        return statements
    }

    /// The name here with its pointers, array bounds or the parameters of a block.
    private mutating func declarator() -> (name: String, type: String?)? {
        while sign == Sign.star || sign == Sign.ampersand || isQualifiedName { next += 1 }
        if sign == Sign.openParenthesis, sign(1) == Sign.caret || sign(1) == Sign.star {
            let start = next
            let name = enclosed { $0.lastName() }
            if sign == Sign.openParenthesis { skipToken() }
            return name.map { ($0, text(start..<next)) }
        }
        guard kind() == .name else { return nil }
        let name = text(next)
        next += 1
        while sign == Sign.openBracket { skipToken() }
        while kind() == .name { skipAttribute() }
        return (name, nil)
    }

    private var isQualifiedName: Bool {
        kind() == .name && isQualifier(next) && (kind(1) == .name || sign(1) == Sign.star)
    }

    /// `__unused`, `__attribute__((…))`.
    private mutating func skipAttribute() {
        next += 1
        if sign == Sign.openParenthesis { skipToken() }
    }

    private mutating func lastName() -> String? {
        var name: String?
        while next < end {
            if kind() == .name { name = text(next) }
            skipToken()
        }
        return name
    }

    /// Where the name of the first variable declared here stands; `nil` for no declaration.
    private func declaredName() -> Int? {
        var index = next
        var hasType = false
        while index < end, index - next < 48 {
            let token = tokens[index]
            guard token.kind == .name else { break }
            let word = text(index)
            if word.hasPrefix("__typeof") || word == "typeof" || word == "__attribute__"
                || word == "decltype"
            {
                guard index + 1 < end, tokens[index + 1].sign == Sign.openParenthesis else {
                    return nil
                }
                hasType = hasType || word != "__attribute__"
                index = brackets[index + 1] + 1
            } else if isQualifier(index) {
                index += 1
            } else if Self.basicTypes.contains(word) {
                hasType = true
                index = afterTypes(index + 1)
            } else if hasType {
                return isDeclarator(after: index + 1) ? index : nil
            } else {
                hasType = true
                index = afterTypes(index + 1)
            }
            index = afterPointers(index)
        }
        guard hasType, index < end, tokens[index].sign == Sign.openParenthesis, index + 1 < end,
            tokens[index + 1].sign == Sign.caret || tokens[index + 1].sign == Sign.star,
            brackets[index] + 1 < end, tokens[brackets[index] + 1].sign == Sign.openParenthesis
        else { return nil }
        // `void (^name)(…)`, not the call `f(*a)(b)`: nothing but a name is in there.
        return isDeclarator(after: brackets[brackets[index] + 1] + 1) ? index : nil
    }

    private func afterPointers(_ start: Int) -> Int {
        var index = start
        while index < end, tokens[index].sign == Sign.star || tokens[index].sign == Sign.ampersand {
            index += 1
        }
        return index
    }

    /// Moves over `<…>` and `::name` after a type's name.
    private func afterTypes(_ start: Int) -> Int {
        var index = start
        while index + 1 < end, tokens[index].sign == Sign.scope, tokens[index + 1].kind == .name {
            index += 2
        }
        guard index < end, tokens[index].sign == Sign.less else { return index }
        var depth = 0
        for position in index..<min(index + 48, end) {
            switch tokens[position].sign {
            case Sign.less: depth += 1
            case Sign.greater: depth -= 1
            case Sign.star, Sign.comma, Sign.scope: break
            default: if tokens[position].kind != .name { return index }
            }
            if depth == 0 { return position + 1 }
        }
        return index
    }

    /// Whether a declaration goes on like what is at `index`.
    private func isDeclarator(after index: Int) -> Bool {
        guard index < end else { return true }
        switch tokens[index].sign {
        case Sign.equals, Sign.semicolon, Sign.comma, Sign.openBracket: return true
        default: return tokens[index].kind == .name && text(index).hasPrefix("__")
        }
    }
}
