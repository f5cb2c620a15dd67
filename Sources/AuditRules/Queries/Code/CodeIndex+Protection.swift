package import AuditFacts
import ProtectionModel

extension CodeIndex {
    /// The classes that `expression` names as options, attributes or a value.
    ///
    /// Local names and module constants are followed; comparisons set nothing and are left out.
    /// Of a choice between several all are named.
    package func classes(setBy expression: Syntax.Expression, in scope: CodeScope?) -> [SetClass] {
        var search = ClassSearch(index: self, scope: scope)
        return search.classes(in: expression, expectsClass: false)
    }

    /// The classes that `expression` is where nothing but a class can stand: also `.complete`.
    package func classes(valuedBy expression: Syntax.Expression, in scope: CodeScope?) -> [SetClass]
    {
        var search = ClassSearch(index: self, scope: scope)
        return search.classes(in: expression, expectsClass: true)
    }
}

/// One search for the classes that an expression names.
private struct ClassSearch {
    private static let comparisons: Set<String> = ["==", "!=", "===", "!==", "~=", "<", ">"]
    private static let depthLimit = 8

    let index: CodeIndex
    let scope: CodeScope?
    /// How many expressions may still be looked at; lists of lists would have billions.
    private var stepsLeft = 1_024
    private var depth = 0

    init(index: CodeIndex, scope: CodeScope?) {
        self.index = index
        self.scope = scope
    }

    mutating func classes(in expression: Syntax.Expression, expectsClass: Bool) -> [SetClass] {
        guard depth < Self.depthLimit, stepsLeft > 0 else { return [] }
        stepsLeft -= 1
        depth += 1
        defer { depth -= 1 }
        switch expression.node {
        case .name(let name):
            if let found = ProtectionName.protectionClass(name) {
                return [SetClass(protectionClass: found, place: expression.place)]
            }
            return all(values(of: name, at: expression.place), expectsClass)
        case .member(let base, let name):
            return member(name, of: base, at: expression.place, expectsClass)
        case .dictionary(let entries): return all(Self.classValues(in: entries), true)
        case .operation("?:", let operands): return all(Array(operands.dropFirst()), expectsClass)
        case .operation(let symbol, let operands):
            return Self.comparisons.contains(symbol) ? [] : all(operands, expectsClass)
        case .list(let values): return all(values, false)
        case .cast(let value, _), .unwrapped(let value): return all([value], expectsClass)
        case .call(let call):
            // `.init(rawValue: …)`, `NSNumber(…)`, and options joined by a method.
            return all(call.arguments.map(\.value) + (call.receiver.map { [$0] } ?? []), false)
        default: return []
        }
    }

    private mutating func member(
        _ name: String,
        of base: Syntax.Expression?,
        at place: SourcePlace,
        _ expectsClass: Bool
    ) -> [SetClass] {
        let isBehindType = base?.lastName.map(ProtectionName.types.contains) ?? expectsClass
        if let found = ProtectionName.protectionClass(name)
            ?? (isBehindType ? ProtectionName.member(name) : nil)
        {
            return [SetClass(protectionClass: found, place: place)]
        }
        if name == "rawValue" || name == "self", let base { return all([base], false) }
        let constant = index.constant(name, owner: base?.lastName, from: scope)
        return all(constant.map { [$0] } ?? [], expectsClass)
    }

    private mutating func all(
        _ values: [Syntax.Expression],
        _ expectsClass: Bool
    ) -> [SetClass] {
        var found: [SetClass] = []
        for value in values { found += classes(in: value, expectsClass: expectsClass) }
        return found
    }

    /// What a local name holds at `place`, entries that were put into it, or the constant it names.
    private func values(of name: String, at place: SourcePlace) -> [Syntax.Expression] {
        guard let scope, scope.isLocal(name) else {
            return index.constant(name, owner: nil, from: scope).map { [$0] } ?? []
        }
        let entries = scope.entries(of: name).filter { $0.value.place <= place }
        return (scope.value(of: name, before: place).map { [$0] } ?? [])
            + (entries.isEmpty ? [] : [Syntax.Expression(.dictionary(entries), at: place)])
    }

    private static func classValues(in entries: [Syntax.DictionaryEntry]) -> [Syntax.Expression] {
        entries.filter { $0.key.lastName.map(ProtectionName.keys.contains) ?? false }.map(\.value)
    }
}
