import AuditFacts

/// What sources hand to the objects of each ``Outlet``.
struct ValueSinks: Sendable {
    private let sinks: [String: [ValueSink]]

    /// What is handed over in `calls`, by functions that hand on what they are given among others.
    init(_ calls: CallGraph, _ sensitive: SensitiveValues) {
        let search = SinkSearch(calls)
        let direct =
            search.scopes.flatMap { search.sinks(in: $0) }
            + calls.code.scopes.flatMap { SynchronizedItems.sinks(in: $0) }
        sinks = Dictionary(grouping: direct, by: \.outlet.type).mapValues { sinks in
            calls.withWrappers(sinks) { sink, parameter, scope in
                sensitive.tells(parameter.name, scope)
                    || sink.key.map { sensitive.find(inKey: $0, scope) != nil } ?? false
            }
        }
    }

    /// What objects of `outlet` are handed, by file and place and after that by calls.
    subscript(outlet: Outlet) -> [ValueSink] { sinks[outlet.type] ?? [] }
}

/// The search for the statements that hand values over.
private struct SinkSearch {
    private let calls: CallGraph
    private let byProperty: [String: [Outlet]]
    private let byMethod: [String: [Outlet]]
    private let withEntries: [Outlet]

    init(_ calls: CallGraph) {
        self.calls = calls
        byProperty = Self.grouped(\.properties)
        byMethod = Self.grouped(\.methods)
        withEntries = Outlet.all.filter(\.hasEntries)
    }

    private static func grouped(_ names: (Outlet) -> Set<String>) -> [String: [Outlet]] {
        Outlet.all.reduce(into: [:]) { groups, outlet in
            for name in names(outlet) { groups[name, default: []].append(outlet) }
        }
    }

    /// The functions of files that name the type of an outlet, and those that SwiftUI hands one.
    var scopes: [CodeScope] {
        let types = Set(Outlet.all.map(\.type))
        let files = calls.code.files.filter { !types.isDisjoint(with: $0.mentions) }.map(\.path)
        let named = Set(files)
        return files.flatMap(calls.code.allScopes)
            + calls.code.scopes(calling: [Self.modifier]).filter { !named.contains($0.file.path) }
    }

    /// The statements of `scope` that hand a value over.
    func sinks(in scope: CodeScope) -> [ValueSink] {
        scope.steps.compactMap { sink(of: $0, scope) }
            + scope.calls.compactMap { sink(of: $0, scope) }
    }

    private func sink(of step: CodeStep, _ scope: CodeScope) -> ValueSink? {
        guard let (target, value) = Self.assignment(step.statement) else { return nil }
        let found =
            switch target.node {
            case .element(let whole, let keys):
                part(of: whole.withoutWrapping, scope) ?? entry(of: whole, keys, scope)
            default: part(of: target, scope)
            }
        guard let found else { return nil }
        let end = ValueSink.End(
            scope: scope,
            receiver: found.receiver,
            property: found.property,
            call: nil,
            step: step,
            span: step.statement.span
        )
        return ValueSink(found.outlet, end, value: value, key: Self.key(of: target))
    }

    private static func assignment(
        _ statement: Syntax.Statement
    ) -> (target: Syntax.Expression, value: Syntax.Expression)? {
        switch statement.kind {
        case .assignment(let target, let value): return (target, value)
        case .expression(let expression):
            guard case .operation("+=", let operands) = expression.node, operands.count == 2 else {
                return nil
            }
            return (operands[0], operands[1])
        default: return nil
        }
    }

    private static func key(of target: Syntax.Expression) -> Syntax.Expression? {
        guard case .element(_, let keys) = target.node else { return nil }
        return keys.first?.value
    }

    private typealias Part = (outlet: Outlet, receiver: Syntax.Expression?, property: String?)

    /// The property of an outlet that `target` is.
    private func part(of target: Syntax.Expression, _ scope: CodeScope) -> Part? {
        switch target.node {
        case .member(let base?, let name):
            return byProperty[name]?.first { isInstance(base, $0, scope) }.map { ($0, base, name) }
        case .name(let name) where !scope.isLocal(name) || !scope.declares(name):
            return byProperty[name]?.first { isInstance(nil, $0, scope) }.map { ($0, nil, name) }
        default: return nil
        }
    }

    private func entry(
        of whole: Syntax.Expression,
        _ keys: [Syntax.Argument],
        _ scope: CodeScope
    ) -> Part? {
        guard !keys.isEmpty else { return nil }
        return withEntries.first { isInstance(whole, $0, scope) }.map { ($0, whole, nil) }
    }

    private func sink(of site: CallSite, _ scope: CodeScope) -> ValueSink? {
        let call = site.call
        guard let name = call.name, let value = call.arguments.first?.value else { return nil }
        let property = Self.property(setBy: name)
        let outlets = byMethod[name] ?? property.flatMap { byProperty[$0] } ?? []
        guard let outlet = outlets.first(where: { isInstance(call.receiver, $0, scope) }),
            calls.types.functions(calledBy: call, in: scope).isEmpty
        else { return nil }
        let end = ValueSink.End(
            scope: scope,
            receiver: call.receiver,
            property: byMethod[name] == nil ? property : nil,
            call: call,
            step: scope.steps[site.step],
            span: CallInScope(scope: scope, site: site).span
        )
        return ValueSink(outlet, end, value: value, key: call["forKey"])
    }

    /// `title` of `setTitle:`.
    private static func property(setBy name: String) -> String? {
        guard name.hasPrefix("set"), name.hasSuffix(":"), let first = name.dropFirst(3).first else {
            return nil
        }
        return first.lowercased() + name.dropFirst(4).dropLast()
    }

    // MARK: Instances

    /// Whether `value` is an instance of `outlet` that counts; without one, whether the function
    /// belongs to its type.
    private func isInstance(
        _ value: Syntax.Expression?,
        _ outlet: Outlet,
        _ scope: CodeScope
    ) -> Bool {
        guard let value else {
            return outlet.instances.isEmpty
                && scope.function.type.map { fits(TypeName($0), outlet) } ?? false
        }
        guard let type = type(of: value, scope), fits(type, outlet) else { return false }
        return outlet.instances.isEmpty || isReached(value, by: outlet.instances, scope)
    }

    private func fits(_ type: TypeName, _ outlet: Outlet) -> Bool {
        calls.types.lineage(of: type.name).contains { TypeName($0).lastName == outlet.type }
            && !calls.types.declares(outlet.type)
    }

    private func type(of value: Syntax.Expression, _ scope: CodeScope) -> TypeName? {
        if let type = calls.types.type(of: value, in: scope) { return type }
        if case .name(let name) = value.node,
            let handed = scope.handed(name, before: value.place), handed.index == 0,
            let method = handed.call.name
        {
            if method == Self.modifier { return TypeName(Outlet.activity.type) }
            guard Self.lenders.contains(method) else { return nil }
            let lent = handed.call.receiver ?? handed.call.arguments.first?.value
            return lent.flatMap { calls.types.type(of: $0, in: scope) }
        }
        return value.lastName.flatMap { Self.known[$0] }.map { TypeName($0) }
    }

    /// The modifier whose closure is handed an activity.
    private static let modifier = "userActivity"

    /// What apps call the function that lends an object to a closure: `with(content) { $0.body = a }`.
    private static let lenders: Set<String> = ["with", "then", "apply", "also", "configure", "tap"]

    /// Properties of the platform's types.
    private static let known = [
        "userActivity": Outlet.activity.type,
        "attributeSet": Outlet.searchAttributes.type,
        "contentAttributeSet": Outlet.searchAttributes.type,
    ]

    /// Whether `value` is one of `instances`, itself or as a local value or property that is given it.
    private func isReached(
        _ value: Syntax.Expression,
        by instances: Set<String>,
        _ scope: CodeScope
    ) -> Bool {
        if let last = value.chain.last, instances.contains(last) { return true }
        let given: Syntax.Expression?
        switch value.withoutWrapping.node {
        case .name(let name) where scope.declares(name):
            given = scope.value(of: name, before: value.place)
        case .name(let name):
            given = scope.function.type.flatMap { stored(name, of: $0) }
        case .member(let base?, let name):
            given = calls.types.type(of: base, in: scope).flatMap { stored(name, of: $0.name) }
        default: given = nil
        }
        return given?.chain.last.map(instances.contains) ?? false
    }

    private func stored(_ name: String, of owner: String) -> Syntax.Expression? {
        calls.types.storedProperty(name, of: owner)?.variable.value
    }
}
