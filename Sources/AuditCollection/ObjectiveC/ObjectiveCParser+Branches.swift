import AuditFacts

extension ObjectiveCParser {
    /// An `if` with all its `else if`, without recursion.
    mutating func branch(into body: inout [Syntax.Statement]) {
        let start = next
        var arms: [Syntax.Branch.Arm] = []
        while word == "if" {
            next += 1
            if word == "constexpr" { next += 1 }
            let condition = condition()
            arms.append(Syntax.Branch.Arm([.holds(condition)], single()))
            guard word == "else" else { break }
            next += 1
            if word != "if" { arms.append(Syntax.Branch.Arm([], single())) }
        }
        add(.branch(Syntax.Branch(arms)), from: start, to: &body)
    }

    /// `switch`: an arm for each run of labels.
    mutating func choice(into body: inout [Syntax.Statement]) {
        let start = next
        next += 1
        var subject = condition()
        let callsSomething = subject.parts.contains {
            if case .call = $0.node { true } else { false }
        }
        guard sign == Sign.openBrace else { return }
        let arms = enclosed { parser in
            var arms: [Syntax.Branch.Arm] = []
            while parser.next < parser.end {
                arms.append(parser.arm(subject))
                // What is called there is seen once.
                if callsSomething { subject = Syntax.Expression(.other([]), at: subject.place) }
            }
            return arms
        }
        add(.branch(Syntax.Branch(arms)), from: start, to: &body)
    }

    private mutating func arm(_ subject: Syntax.Expression) -> Syntax.Branch.Arm {
        var patterns: [Syntax.Expression] = []
        var isDefault = false
        while word == "case" || word == "default" {
            isDefault = isDefault || word == "default"
            next += 1
            if text(next - 1) == "case" { patterns.append(expression()) }
            // `case 1 ... 5`.
            if sign != Sign.colon, sign != 0, text(next) == "..." {
                next += 1
                patterns.append(expression())
            }
            _ = take(Sign.colon)
        }
        var body: [Syntax.Statement] = []
        while next < end, word != "case", !(word == "default" && sign(1) == Sign.colon) {
            statement(into: &body)
        }
        guard !isDefault, let first = patterns.first else { return Syntax.Branch.Arm([], body) }
        let pattern =
            patterns.count == 1 ? first : Syntax.Expression(.other(patterns), at: first.place)
        return Syntax.Branch.Arm([.matches(subject, pattern: pattern)], body)
    }

    /// `for` of all kinds.
    mutating func loop(into body: inout [Syntax.Statement]) {
        let start = next
        next += 1
        guard sign == Sign.openParenthesis else { return }
        let close = min(brackets[next], end)
        var index = next + 1
        while index < close, tokens[index].sign != Sign.semicolon { index = brackets[index] + 1 }
        if index < close {
            counted(from: start, into: &body)
        } else {
            let condition = enclosed { $0.element() }
            let repeated = single()
            add(.loop([condition], repeated), from: start, to: &body)
        }
    }

    /// `for (first; condition; step)`: the first before the loop, the step at the end of it.
    private mutating func counted(from start: Int, into body: inout [Syntax.Statement]) {
        var first: [Syntax.Statement] = []
        let (condition, step) = enclosed { parser -> (Syntax.Expression?, Syntax.Expression?) in
            parser.statement(into: &first)
            let isEndless = parser.sign == Sign.semicolon
            let condition = isEndless ? nil : parser.expression()
            _ = parser.take(Sign.semicolon)
            let step = parser.list()
            return (
                condition,
                step.isEmpty
                    ? nil
                    : step.count == 1 ? step[0] : Syntax.Expression(.other(step), at: step[0].place)
            )
        }
        body += first
        var repeated = single()
        if let step {
            repeated.append(Syntax.Statement(.expression(step), at: SourceSpan(step.place)))
        }
        add(.loop(condition.map { [.holds($0)] } ?? [], repeated), from: start, to: &body)
    }

    /// `Type name in sequence`, in C++ with a colon.
    private mutating func element() -> Syntax.Condition {
        var name: String?
        while next < end, word != "in" || name == nil, sign != Sign.colon {
            if kind() == .name { name = text(next) }
            skipToken()
        }
        if next < end { next += 1 }
        let sequence = expression()
        return name.map { .binds($0, sequence) } ?? .holds(sequence)
    }
}
