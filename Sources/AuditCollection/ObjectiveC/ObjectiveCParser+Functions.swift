import AuditFacts

extension ObjectiveCParser {
    /// `- (Type)name:(Type)parameter … { … }`, or only the first line of it.
    mutating func method() {
        let start = next
        let isOfClass = sign == Sign.plus
        next += 1
        let returnType = parenthesizedType()
        var selector = ""
        var parameters: [Syntax.Parameter] = []
        while next < end, sign != Sign.openBrace, sign != Sign.semicolon, kind() != .directive {
            let label = word
            if kind() == .name { next += 1 }
            guard take(Sign.colon) else {
                if selector.isEmpty { selector = label }
                // Attributes, `, ...`, or what makes no sense.
                if label.isEmpty || sign == Sign.openParenthesis { skipToken() }
                continue
            }
            selector += label + ":"
            let type = parenthesizedType()
            parameters.append(
                Syntax.Parameter(label: label.isEmpty ? nil : label, name: word, type: type)
            )
            if kind() == .name { next += 1 }
        }
        members.append(selector)
        // A semicolon before the body is allowed there.
        if sign == Sign.semicolon { next += 1 }
        guard sign == Sign.openBrace else { return }
        function(
            selector,
            parameters: parameters,
            returnType: returnType,
            modifiers: isOfClass ? ["+"] : [],
            from: start
        )
    }

    private mutating func parenthesizedType() -> String? {
        guard sign == Sign.openParenthesis else { return nil }
        let type = text(next + 1..<max(next + 1, min(brackets[next], end)))
        skipToken()
        return type
    }

    /// A function whose body is here, folded if that names nothing watched.
    private mutating func function(
        _ name: String,
        parameters: [Syntax.Parameter],
        returnType: String?,
        modifiers: [String],
        from start: Int
    ) {
        let isKept = watches(next..<brackets[next])
        let body = enclosed { $0.statements() }
        let function = Syntax.Function(
            name: name,
            type: owner,
            parameters: parameters,
            returnType: returnType,
            modifiers: modifiers,
            span: span(from: start),
            body: body
        )
        functions.append(isKept ? function : folder.fold(function))
    }

    /// A function, variable or type of C.
    mutating func external() {
        let start = next
        if word == "typedef" || word == "enum" || isOptions { return enumeration() }
        if word == "struct" || word == "union",
            sign(1) == Sign.openBrace || sign(2) == Sign.openBrace
        {
            return skipStatement()
        }
        let isConstant = isConstantHere
        if kind() == .name, let declared = localVariables() {
            // Others say where it is and what its value is.
            if text(start) != "extern", !text(start).hasSuffix("_EXTERN"),
                !text(start).hasSuffix("_EXPORT")
            {
                keep(declared, isConstant: isConstant, isMember: false)
            }
            return
        }
        signature(from: start)
    }

    /// Whether `const` or `static` stands before the next bracket or sign of assignment.
    private var isConstantHere: Bool {
        var index = next
        while index < end, index - next < 24, tokens[index].sign != Sign.equals,
            tokens[index].sign != Sign.semicolon
        {
            if tokens[index].kind == .name, ["const", "constexpr"].contains(text(index)) {
                return true
            }
            index += 1
        }
        return false
    }

    /// Whether a method begins here: its sign is the first on its line, with its type behind it.
    private var startsMethod: Bool {
        guard sign == Sign.minus || sign == Sign.plus, sign(1) == Sign.openParenthesis else {
            return false
        }
        return next == 0 || place(next - 1).line < place(next).line
    }

    /// A function with a body, or whatever else up to a semicolon or brace.
    private mutating func signature(from start: Int) {
        var name: Int?
        var list: Int?
        while next < end, sign != Sign.semicolon, sign != Sign.openBrace, kind() != .directive {
            // A macro that is not a declaration may stand before a method.
            if next > start, startsMethod { return }
            if sign == Sign.openParenthesis, list == nil, next > start,
                tokens[next - 1].kind == .name,
                text(next - 1) != "__attribute__"
            {
                name = next - 1
                list = next
            }
            skipToken()
        }
        guard sign == Sign.openBrace else {
            if sign == Sign.semicolon { next += 1 }
            return
        }
        guard let name, let list else {
            // A namespace, class or `extern "C"` is read through; what is initialized is not.
            if next > start, tokens[next - 1].sign == Sign.equals {
                skipStatement()
            } else {
                next += 1
            }
            return
        }
        let body = next
        next = list
        let parameters = enclosed { $0.parameterList() }
        next = body
        function(
            text(name),
            parameters: parameters,
            returnType: text(start..<name),
            modifiers: [],
            from: start
        )
    }
}
