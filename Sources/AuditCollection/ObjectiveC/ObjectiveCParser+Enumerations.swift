import AuditFacts

extension ObjectiveCParser {
    /// Whether `NS_ENUM(…)` or `NS_OPTIONS(…)` is here.
    var isOptions: Bool {
        sign(1) == Sign.openParenthesis && (word.hasSuffix("_ENUM") || word.hasSuffix("_OPTIONS"))
    }

    /// `typedef`, `enum`: cases with a value are constants, all else is skipped.
    mutating func enumeration() {
        let start = next
        var name = ""
        while next < end, sign != Sign.semicolon, sign != Sign.openBrace {
            if isOptions {
                name = lastName(in: next + 2..<brackets[next + 1])
                next += 1
            } else if word == "struct" || word == "union" {
                return skipStatement()
            } else if kind() == .name, name.isEmpty, word != "typedef", word != "enum" {
                name = word
            }
            skipToken()
        }
        guard sign == Sign.openBrace else {
            next = min(next + 1, end)
            return
        }
        let cases = enclosed { $0.cases(of: name) }
        skipStatement()
        types.append(
            Syntax.TypeDeclaration(
                name: name,
                kind: .enumeration,
                members: cases,
                span: span(from: start)
            )
        )
    }

    private func lastName(in range: Range<Int>) -> String {
        range.last { $0 < end && tokens[$0].kind == .name }.map { text($0) } ?? ""
    }

    private mutating func cases(of type: String) -> [String] {
        var names: [String] = []
        while next < end {
            let start = next
            if kind() == .name {
                names.append(word)
                next += 1
                while kind() == .name { skipToken() }
                if take(Sign.equals) {
                    let value = expression()
                    variables.append(
                        Syntax.Variable(
                            name: names[names.count - 1],
                            owner: type,
                            isConstant: true,
                            value: value,
                            span: span(from: start)
                        )
                    )
                }
            }
            while next < end, !take(Sign.comma) { skipToken() }
        }
        return names
    }
}
