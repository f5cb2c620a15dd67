package import AuditFacts
import ProtectionModel

extension CodeIndex {
    /// How many expressions are looked at for one answer; lists of lists would have billions.
    private static let stepLimit = 1_024

    /// The classes that `expression` names as options, attributes or a value.
    ///
    /// Local names and module constants are followed; comparisons are no settings and left out.
    /// Of a choice between several all are named.
    package func classes(setBy expression: Syntax.Expression, in scope: CodeScope?) -> [SetClass] {
        var steps = Self.stepLimit
        return classes(in: expression, scope, expectsClass: false, depth: 0, &steps)
    }

    /// The classes that `expression` is where nothing but a class can stand: also `.complete`.
    package func classes(valuedBy expression: Syntax.Expression, in scope: CodeScope?) -> [SetClass]
    {
        var steps = Self.stepLimit
        return classes(in: expression, scope, expectsClass: true, depth: 0, &steps)
    }

    private func classes(
        in expression: Syntax.Expression,
        _ scope: CodeScope?,
        expectsClass: Bool,
        depth: Int,
        _ steps: inout Int
    ) -> [SetClass] {
        guard depth < 8, steps > 0 else { return [] }
        steps -= 1
        func all(_ values: [Syntax.Expression], _ expects: Bool = false) -> [SetClass] {
            values.flatMap {
                classes(in: $0, scope, expectsClass: expects, depth: depth + 1, &steps)
            }
        }
        switch expression.node {
        case .name(let name):
            if let found = ProtectionName.protectionClass(name) {
                return [SetClass(protectionClass: found, place: expression.place)]
            }
            return all(values(of: name, at: expression.place, in: scope), expectsClass)
        case .member(let base, let name):
            let isBehindType = base?.lastName.map(ProtectionName.types.contains) ?? expectsClass
            if let found = ProtectionName.protectionClass(name)
                ?? (isBehindType ? ProtectionName.member(name) : nil)
            {
                return [SetClass(protectionClass: found, place: expression.place)]
            }
            if name == "rawValue" || name == "self", let base { return all([base]) }
            return all(
                constant(name, owner: base?.lastName, from: scope).map { [$0] } ?? [],
                expectsClass
            )
        case .dictionary(let entries): return all(Self.classValues(in: entries), true)
        case .operation("?:", let operands): return all(Array(operands.dropFirst()), expectsClass)
        case .operation(let symbol, let operands):
            return Self.comparisons.contains(symbol) ? [] : all(operands, expectsClass)
        case .list(let values): return all(values)
        case .cast(let value, _), .unwrapped(let value): return all([value], expectsClass)
        case .call(let call):
            // `.init(rawValue: …)`, `NSNumber(…)`, and options joined by a method.
            return all(call.arguments.map(\.value) + (call.receiver.map { [$0] } ?? []))
        default: return []
        }
    }

    /// What a local name holds at `place`, entries that were put into it, or the constant it names.
    private func values(
        of name: String,
        at place: SourcePlace,
        in scope: CodeScope?
    ) -> [Syntax.Expression] {
        guard let scope, scope.isLocal(name) else {
            return constant(name, owner: nil, from: scope).map { [$0] } ?? []
        }
        let entries = scope.entries(of: name).filter { $0.value.place <= place }
        return (scope.value(of: name, before: place).map { [$0] } ?? [])
            + (entries.isEmpty ? [] : [Syntax.Expression(.dictionary(entries), at: place)])
    }

    private static func classValues(in entries: [Syntax.DictionaryEntry]) -> [Syntax.Expression] {
        entries.filter { $0.key.lastName.map(ProtectionName.keys.contains) ?? false }.map(\.value)
    }

    private static let comparisons: Set<String> = ["==", "!=", "===", "!==", "~=", "<", ">"]
}
