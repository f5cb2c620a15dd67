package import AuditFacts
import Synchronization

/// Who calls whom, and with what.
package struct CallGraph: Sendable {
    /// The functions.
    package let code: CodeIndex
    /// What receivers are.
    package let types: TypeTable
    private let resolved = ResolvedCalls()

    /// The calls in `code`.
    package init(_ code: CodeIndex) {
        self.code = code
        types = TypeTable(code)
    }

    /// A call of a function of the sources, or an assignment that runs a setter.
    package struct Caller: Sendable {
        /// The function that it stands in.
        package let scope: CodeScope
        /// Its lines.
        package let span: SourceSpan
        /// What each parameter is given, in the order of the call.
        package let values: [Int: [Syntax.Expression]]

        /// What the parameter `index` is given alone.
        package func value(_ index: Int) -> Syntax.Expression? { values[index]?.first }

        /// What the parameters `indices` are given, in their order.
        func values(of indices: Set<Int>) -> [Syntax.Expression] {
            indices.sorted().compactMap(value)
        }
    }

    /// The calls of the function of `scope`, by file and place.
    package func callers(of scope: CodeScope) -> [Caller] {
        let function = scope.function
        if function.modifiers.contains(where: Self.setters.contains) {
            return assigners(of: scope)
        }
        let place = FunctionPlace(scope)
        let made = function.name == "init" ? function.type.map { TypeName($0).lastName } : nil
        return [made, function.name].compactMap { $0 }.flatMap { name in
            resolved.calls(of: name) { self.calls(named: name) }[place] ?? []
        }
    }

    /// The calls of functions called `name`, by the function that each runs.
    private func calls(named name: String) -> [FunctionPlace: [Caller]] {
        var found: [FunctionPlace: [Caller]] = [:]
        var count = 0
        for site in code.allCalls(of: [name]) where count < Self.callerLimit {
            for target in types.functions(calledBy: site.call, in: site.scope) {
                var values: [Int: [Syntax.Expression]] = [:]
                for (argument, parameter) in zip(site.call.arguments, target.parameters) {
                    values[parameter, default: []].append(argument.value)
                }
                count += 1
                let place = FunctionPlace(target.declared.function, target.declared.file)
                found[place, default: []].append(
                    Caller(scope: site.scope, span: site.span, values: values)
                )
            }
        }
        return found
    }

    /// The assignments that run the setter of `scope`.
    private func assigners(of scope: CodeScope) -> [Caller] {
        guard let owner = scope.function.type else { return [] }
        let name = scope.function.name
        return (resolved.assigners(to: name) { self.assigners(to: name) }[owner] ?? []).filter {
            FunctionPlace($0.scope) != FunctionPlace(scope)
        }
    }

    /// The assignments to properties called `name`, by each type whose setter they may run.
    private func assigners(to name: String) -> [String: [Caller]] {
        var found: [String: [Caller]] = [:]
        var count = 0
        for assignment in code.assignments(to: name) ?? [] where count < Self.callerLimit {
            let type =
                switch assignment.target.node {
                case .member(let base?, _): types.type(of: base, in: assignment.scope)?.name
                case .name(let name):
                    assignment.scope.declares(name) ? nil : assignment.scope.function.type
                default: nil as String?
                }
            guard let type else { continue }
            let caller = Caller(
                scope: assignment.scope,
                span: assignment.span,
                values: [0: [assignment.value]]
            )
            for owner in types.lineage(of: type) {
                count += 1
                found[owner, default: []].append(caller)
            }
        }
        return found
    }

    /// How many calls of one name are kept, one for each function that it may be a call of.
    private static let callerLimit = 50_000

    private static let setters: Set<String> = ["set", "didSet", "willSet"]

    // MARK: Properties

    /// How many functions may assign to a property, one that more do may hold anything; and how many
    /// of their assignments are looked at.
    private static let assignerLimit = 64
    private static let assignmentLimit = 256

    /// The assignments to the stored property `name` of `owner`; empty where many functions assign to
    /// what is called so.
    func assignments(toProperty name: String, of owner: String) -> [AssignmentInScope] {
        if let known = resolved.assignments(to: owner + "." + name) { return known }
        let given = code.assignments(to: name, limit: Self.assignerLimit) ?? []
        let own = given.prefix(Self.assignmentLimit).filter { isProperty($0, of: owner) }
        if given.count > Self.assignerLimit { resolved.keep(own, for: owner + "." + name) }
        return own
    }

    private func isProperty(_ assignment: AssignmentInScope, of owner: String) -> Bool {
        switch assignment.target.node {
        case .name(let name):
            return !assignment.scope.declares(name)
                && assignment.scope.function.type.map { types.lineage(of: $0).contains(owner) }
                    ?? false
        case .member(let base?, _):
            let type = types.type(of: base, in: assignment.scope)
            return type.map { types.lineage(of: $0.name).contains(owner) } ?? false
        default: return false
        }
    }
}

/// The calls of functions, looked up once for each name: rules ask for the same wrappers.
private final class ResolvedCalls: Sendable {
    private let known = Mutex<[String: [FunctionPlace: [CallGraph.Caller]]]>([:])
    private let setters = Mutex<[String: [String: [CallGraph.Caller]]]>([:])
    private let properties = Mutex<[String: [AssignmentInScope]]>([:])

    /// What `resolve` says of the functions called `name`; two that ask at once may both be told to
    /// find out.
    func calls(
        of name: String,
        _ resolve: () -> [FunctionPlace: [CallGraph.Caller]]
    ) -> [FunctionPlace: [CallGraph.Caller]] {
        if let calls = known.withLock({ $0[name] }) { return calls }
        let calls = resolve()
        known.withLock { $0[name] = calls }
        return calls
    }

    /// The assignments to a property that were kept; `nil` for none.
    func assignments(to property: String) -> [AssignmentInScope]? {
        properties.withLock { $0[property] }
    }

    /// Keeps what took long to find.
    func keep(_ assignments: [AssignmentInScope], for property: String) {
        properties.withLock { $0[property] = assignments }
    }

    /// What `resolve` says of the assignments to `name`.
    func assigners(
        to name: String,
        _ resolve: () -> [String: [CallGraph.Caller]]
    ) -> [String: [CallGraph.Caller]] {
        if let assigners = setters.withLock({ $0[name] }) { return assigners }
        let assigners = resolve()
        setters.withLock { $0[name] = assigners }
        return assigners
    }
}

/// A place where values get where they can be read: a log, a store, an address.
///
/// A function that hands its parameters to one is one itself, whatever it is called.
protocol Sink: Sendable {
    /// The function it stands in; `nil` for one outside of all functions.
    var function: CodeScope? { get }
    /// The parameters of the function that get there.
    var handed: Set<Int> { get }

    /// The sinks that `caller` is by handing its values to the function this one stands in; empty
    /// where none of them gets there.
    func reached(by caller: CallGraph.Caller) -> [Self]
}

extension CallGraph {
    /// How many calls lie between a value and its sink at most.
    private static let hopLimit = 6
    /// How many sinks there are at most; a machine may write any number of wrappers.
    private static let sinkLimit = 50_000

    /// `sinks`, and the calls of functions that hand them what they are given.
    ///
    /// `isTold` says of a sink and a parameter that it is handed whether what that holds is known at
    /// the sink already: then the sink itself tells of it, and not each caller.
    func withWrappers<Found: Sink>(
        _ sinks: [Found],
        isTold: (Found, Syntax.Parameter, CodeScope) -> Bool
    ) -> [Found] {
        var all = sinks
        var seen: Set<WrappedParameter> = []
        var wave = sinks[...]
        for _ in 0..<Self.hopLimit where !wave.isEmpty && all.count < Self.sinkLimit {
            let start = all.count
            for sink in wave where all.count < Self.sinkLimit {
                guard let scope = sink.function else { continue }
                let new = sink.handed.filter { index in
                    !isTold(sink, scope.function.parameters[index], scope)
                        && seen.insert(
                            WrappedParameter(function: FunctionPlace(scope), index: index)
                        ).inserted
                }
                guard !new.isEmpty else { continue }
                all += callers(of: scope).flatMap(sink.reached)
            }
            wave = all[start...]
        }
        return all
    }

    private struct WrappedParameter: Hashable {
        let function: FunctionPlace
        let index: Int
    }
}

/// Which function a scope is the body of: what is unfolded twice is not the same object.
struct FunctionPlace: Hashable {
    private let path: String
    private let name: String
    private let span: SourceSpan

    init(_ scope: CodeScope) { self.init(scope.function, scope.file.path) }

    init(_ function: Syntax.Function, _ path: String) {
        self.path = path
        name = function.name
        span = function.span
    }
}
