package import AuditFacts
import AuditPolicy

extension SensitiveValues {
    /// What makes anything sensitive that the value of `expression` was made of in its function.
    ///
    /// Wider than `find`: an encrypted password, a dictionary a phone number was put into and a key
    /// derived from a PIN count. For sinks where the origin matters, not the form.
    package func origin(of expression: Syntax.Expression, _ scope: CodeScope) -> SensitiveName? {
        if let found = find(in: expression, scope) { return found }
        let sources = scope.sources(of: expression)
        if sources.contains(where: Self.isSealed) { return nil }
        for source in sources {
            if let found = first(in: source, scope) { return found }
        }
        for name in Self.localNames(in: expression, scope) {
            if let found = contents(of: name, before: expression.place, scope) { return found }
        }
        return nil
    }

    /// Whether something in it encrypts with a key that does not stand in the source.
    private static func isSealed(_ expression: Syntax.Expression) -> Bool {
        expression.parts.contains { part in
            guard case .call(let call) = part.node, let name = call.name else { return false }
            let words = NameWords.words(of: name)
            guard words.contains("encrypt") || words.contains("seal") else { return false }
            return !call.arguments.contains { $0.value.literal != nil }
        }
    }

    /// Any sensitive value mentioned in `expression`: names, labels of arguments, keys.
    private func first(in expression: Syntax.Expression, _ scope: CodeScope) -> SensitiveName? {
        for part in expression.parts {
            switch part.node {
            case .call(let call):
                for argument in call.arguments {
                    guard let label = argument.label, !isPlain(argument.value, scope),
                        let match = vocabulary.match(label)
                    else { continue }
                    return SensitiveName(name: label, match: match, place: part.place)
                }
            case .name, .member:
                if let found = find(in: part, scope) { return found }
            case .dictionary:
                if let found = find(in: part, scope) { return found }
            default: continue
            }
        }
        return nil
    }

    /// How many of a value's last changes are looked at: with thousands, each use would look at all of
    /// them.
    private static let changeLimit = 64

    /// What calls and assignments put into the local value `name`: `data.setValue(x, forKey: k)`,
    /// `user["password"] = x`, `record.phone = x`.
    package func contents(
        of name: String,
        before place: SourcePlace,
        _ scope: CodeScope
    ) -> SensitiveName? {
        let calls = scope.calls(on: name).filter { $0.place < place }
        for site in calls.suffix(Self.changeLimit) {
            for argument in site.call.arguments where !isPlain(argument.value, scope) {
                if let found = find(in: argument.value, scope) { return found }
                if argument.label == "forKey", let found = find(inKey: argument.value, scope) {
                    return found
                }
            }
        }
        for site in scope.calls(printingInto: name).filter({ $0.place < place }).suffix(
            Self.changeLimit
        ) {
            guard !ValueForms.hides(site.call.name ?? "") else { return nil }
            let given = (site.call.receiver.map { [$0] } ?? []) + site.call.arguments.map(\.value)
            for value in given where !isPlain(value, scope) {
                if let found = find(in: value, scope) { return found }
            }
        }
        let assignments = scope.assignments(into: name).filter { $0.statement.span.start < place }
        for step in assignments.suffix(Self.changeLimit) {
            guard case .assignment(let target, let value) = step.statement.kind,
                !isPlain(value, scope)
            else { continue }
            if let found = find(in: target, scope) ?? find(in: value, scope) { return found }
        }
        return nil
    }

    private func isPlain(_ value: Syntax.Expression, _ scope: CodeScope) -> Bool {
        switch code.shape(of: value, in: scope) {
        case .plain, .empty: true
        case .fixedText, .open: false
        }
    }

    private static func localNames(in expression: Syntax.Expression, _ scope: CodeScope) -> [String]
    {
        var names: [String] = []
        for part in expression.parts {
            if case .name(let name) = part.node, scope.isLocal(name) { names.append(name) }
        }
        return names
    }
}
