import AuditFacts

extension CallGraph {
    /// How many expressions are looked at for one answer, and how many values of one name.
    private static let addressLimit = 128
    private static let valueLimit = 16

    /// Whether `expression` is for certain a text that begins with a whole URL, `file://` and all:
    /// `url.absoluteString`, `"\(url)/a"`, and what holds nothing else.
    func isAddressText(_ expression: Syntax.Expression, in scope: CodeScope?) -> Bool {
        var steps = Self.addressLimit
        return isAddressText(expression, in: scope, depth: 0, &steps)
    }

    private func isAddressText(
        _ expression: Syntax.Expression,
        in scope: CodeScope?,
        depth: Int,
        _ steps: inout Int
    ) -> Bool {
        guard depth < 8, steps > 0 else { return false }
        steps -= 1
        func begins(_ value: Syntax.Expression) -> Bool {
            isAddressText(value, in: scope, depth: depth + 1, &steps)
        }
        switch expression.node {
        case .member(let base?, let name):
            if Self.describing.contains(name) { return isURL(base, name, in: scope) }
            return Self.keeping.contains(name)
                ? begins(base) : isAddressText(of: expression, name, in: scope, depth, &steps)
        case .call(let call): return isAddressText(call, in: scope, depth: depth, &steps)
        case .text(let parts):
            guard case .interpolated(let arguments)? = parts.first,
                let value = arguments.first?.value
            else { return false }
            return isURL(value, "description", in: scope) || begins(value)
        case .operation("+", let operands), .operation("??", let operands):
            return operands.first.map(begins) ?? false
        case .operation("?:", let operands): return operands.dropFirst().allSatisfy(begins)
        case .unwrapped(let value), .cast(let value, _): return begins(value)
        case .name(let name):
            guard let scope, scope.declares(name, at: expression.place) else {
                return isAddressText(of: expression, name, in: scope, depth, &steps)
            }
            // A name that is given several values has none of them for certain.
            let values = scope.values(of: name, before: expression.place)
            return !values.isEmpty && values.allSatisfy(begins)
        default: return false
        }
    }

    private func isAddressText(
        _ call: Syntax.Call,
        in scope: CodeScope?,
        depth: Int,
        _ steps: inout Int
    ) -> Bool {
        guard let name = call.name else { return false }
        if let receiver = call.receiver {
            if Self.describing.contains(name), call.arguments.isEmpty {
                return isURL(receiver, name, in: scope)
            }
            if Self.keeping.contains(name) {
                return isAddressText(receiver, in: scope, depth: depth + 1, &steps)
            }
        }
        let values = call.arguments.map(\.value)
        if name == "String" || name == "stringWithFormat:", let first = values.first {
            if call.arguments[0].label == "describing" {
                return isURL(first, "description", in: scope)
            }
            if first.literal?.hasPrefix("%@") ?? false, values.count > 1 {
                return isURL(values[1], "description", in: scope)
                    || isAddressText(values[1], in: scope, depth: depth + 1, &steps)
            }
            return values.count == 1
                && isAddressText(first, in: scope, depth: depth + 1, &steps)
        }
        let targets = types.functions(calledBy: call, in: scope)
        guard targets.count == 1, let body = code.scope(of: targets[0].declared) else {
            return false
        }
        return areAddressTexts(body.results, in: body, depth, &steps)
    }

    /// Whether the property `name` never holds anything else.
    private func isAddressText(
        of property: Syntax.Expression,
        _ name: String,
        in scope: CodeScope?,
        _ depth: Int,
        _ steps: inout Int
    ) -> Bool {
        let owner: String? =
            switch property.node {
            case .member(let base?, _): types.type(of: base, in: scope)?.name
            default: scope?.function.type
            }
        guard let owner else { return false }
        if let getter = types.getter(of: name, in: owner), let body = code.scope(of: getter) {
            return areAddressTexts(body.results, in: body, depth, &steps)
        }
        guard let stored = types.storedProperty(name, of: owner)?.variable,
            let given = code.assignments(to: name, limit: Self.valueLimit)
        else { return false }
        var count = 0
        for assignment in given where assignment.value.node != .null {
            guard
                isAddressText(assignment.value, in: assignment.scope, depth: depth + 1, &steps)
            else { return false }
            count += 1
        }
        guard let first = stored.value, first.node != .null else { return count > 0 }
        return isAddressText(first, in: nil, depth: depth + 1, &steps)
    }

    private func areAddressTexts(
        _ values: [Syntax.Expression],
        in scope: CodeScope,
        _ depth: Int,
        _ steps: inout Int
    ) -> Bool {
        guard !values.isEmpty else { return false }
        for value in values.prefix(Self.valueLimit) {
            guard isAddressText(value, in: scope, depth: depth + 1, &steps) else { return false }
        }
        return true
    }

    /// Whether `value` is a URL with a scheme: anything has a description, only URLs an
    /// `absoluteString`, and that of one which was made of a plain path is that path.
    private func isURL(
        _ value: Syntax.Expression,
        _ property: String,
        in scope: CodeScope?
    ) -> Bool {
        let type = types.type(of: value, in: scope)?.lastName
        guard type.map(Self.urls.contains) ?? (property == "absoluteString") else { return false }
        let sources = scope.map { $0.sources(of: value) } ?? [value]
        return !sources.flatMap(\.parts).contains { part in
            guard case .call(let call) = part.node,
                let text = call["string"] ?? call["URLWithString"] ?? call["initWithString"]
            else { return false }
            return !(text.literal?.hasPrefix("file:") ?? false)
        }
    }

    private static let urls: Set<String> = ["URL", "NSURL"]
    private static let describing: Set<String> = [
        "absoluteString", "description", "debugDescription",
    ]
    /// Properties and methods of a text whose result begins as the text does.
    private static let keeping: Set<String> = [
        "removingPercentEncoding", "stringByRemovingPercentEncoding", "appending",
        "appendingPathComponent", "appendingPathExtension", "stringByAppendingPathComponent:",
        "stringByAppendingString:", "stringByAppendingPathExtension:", "copy",
        "addingPercentEncoding", "stringByStandardizingPath", "standardizingPath",
    ]
}
