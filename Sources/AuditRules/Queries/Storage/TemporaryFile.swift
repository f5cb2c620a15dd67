import AuditFacts
import AuditPolicy

/// A file that a function puts into the temporary folder, or is handed, and removes itself.
struct TemporaryFile {
    /// The function.
    let scope: CodeScope
    /// The name of its path in the function.
    let name: String
    /// The call that makes it; of one that is handed over the first call of the function.
    let creation: CallSite
    /// The calls that remove it later, in the order of the text.
    let removals: [CallSite]
    /// Whether the function is handed it.
    let isHanded: Bool
    private let closures: ClosureSpans

    /// How many names and statements of one function are looked at; one with more is made by a
    /// machine.
    private static let nameLimit = 32
    private static let stepLimit = 2_048

    /// Names whose functions must be kept.
    static let watched: Set<String> = [
        "temporaryDirectory", "NSTemporaryDirectory", "removeItem", "removeItemAtPath",
        "removeItemAtURL", "unlink",
    ]

    /// Those of `scope`, but for what it removes in a `defer` and what it keeps in a property.
    static func all(in scope: CodeScope, _ code: CodeIndex) -> [TemporaryFile] {
        let removals = scope.calls.filter { isRemoval($0.call) }
        guard !removals.isEmpty, scope.steps.count <= stepLimit else { return [] }
        let names = Set(removals.flatMap { rootNames(of: $0.call, scope) }).sorted()
        return names.prefix(nameLimit).compactMap {
            TemporaryFile($0, removals: removals, in: scope, code)
        }
    }

    private init?(
        _ name: String,
        removals: [CallSite],
        in scope: CodeScope,
        _ code: CodeIndex
    ) {
        let own = removals.filter { Self.rootNames(of: $0.call, scope).contains(name) }
        guard let creation = Self.creation(of: name, in: scope, code), !Self.isKept(name, scope),
            !own.contains(where: { Self.isDeferred($0, in: scope) })
        else { return nil }
        let later = own.filter { $0.place > creation.place }
        guard !later.isEmpty else { return nil }
        self.scope = scope
        self.name = name
        self.creation = creation
        self.removals = later
        isHanded = scope.parameter(name) != nil
        closures = ClosureSpans(scope)
    }

    /// Whether `call` removes a file.
    static func isRemoval(_ call: Syntax.Call) -> Bool {
        let name = call.name ?? ""
        return name.hasPrefix("removeItem") || name == "unlink" || name == "trashItem"
    }

    private static func rootNames(of call: Syntax.Call, _ scope: CodeScope) -> [String] {
        call.arguments.prefix(1).flatMap(\.value.parts).compactMap { part in
            guard case .name(let name) = part.node, scope.declares(name) else { return nil }
            return name
        }
    }

    // MARK: How it is made

    /// The call that makes it, or the first of the function where that is handed it and removes it.
    private static func creation(
        of name: String,
        in scope: CodeScope,
        _ code: CodeIndex
    ) -> CallSite? {
        let values = scope.variables.bindings(of: name)
        guard !values.isEmpty else {
            return scope.calls.first { _ in isOwned(name, scope) }
        }
        guard values.count == 1, scope.parameter(name) == nil,
            let value = values[0].value, scope.path(of: value, code).folder == .temporary
        else { return nil }
        return scope.calls.first { makes($0.call, name) }
    }

    /// Whether the parameter `name` is given to a call that removes it in its completion handler: the
    /// function then answers for the file.
    private static func isOwned(_ name: String, _ scope: CodeScope) -> Bool {
        scope.calls.contains { site in
            site.call.arguments.contains { $0.value.mentions(name) }
                && site.call.arguments.contains { argument in
                    guard case .closure(let closure) = argument.value.node else { return false }
                    return scope.calls.contains { removal in
                        isRemoval(removal.call) && closure.body.contains(removal.place)
                            && rootNames(of: removal.call, scope).contains(name)
                    }
                }
        }
    }

    /// Whether `call` writes, copies or records something to what is called `name`.
    private static func makes(_ call: Syntax.Call, _ name: String) -> Bool {
        guard !isRemoval(call) else { return false }
        let selector = (call.name ?? "").split(separator: ":").map(String.init)
        for (index, argument) in call.arguments.enumerated() {
            let part = index < selector.count ? selector[index] : ""
            let label = (argument.label ?? part).lowercased()
            guard targets.contains(where: label.hasSuffix) || call.name == "createFile",
                argument.value.mentions(name)
            else { continue }
            return true
        }
        return false
    }

    /// How labels and parts of selectors end that say where something is put.
    private static let targets = [
        "to", "topath", "tofile", "tourl", "destination", "destinationurl", "destinationpath",
        "outputurl", "outputpath", "tofileatpath", "createfileatpath",
    ]

    /// Whether it is given to somebody who lives longer than the function.
    private static func isKept(_ name: String, _ scope: CodeScope) -> Bool {
        scope.steps.contains { step in
            guard case .assignment(let target, let value) = step.statement.kind,
                value.mentions(name)
            else { return false }
            if case .name(let local) = target.node { return !scope.declares(local) }
            return true
        }
    }

    /// Whether the removal runs however the function ends.
    private static func isDeferred(_ removal: CallSite, in scope: CodeScope) -> Bool {
        scope.steps.contains { step in
            guard case .attempt(_, let handlers) = step.statement.kind, handlers.isEmpty else {
                return false
            }
            return step.statement.span.contains(removal.place)
        }
    }

    // MARK: Ways on which it stays

    /// The places of each `return` and `throw` after it was made and before it is removed; with the
    /// condition where that stands before it.
    var leaves: [SourceSpan] {
        guard let last = removals.last else { return [] }
        let made = scope.steps[creation.step]
        let leaves = scope.steps.filter { step in
            guard case .leave(let word, let value) = step.statement.kind,
                word == "return" || word == "throw",
                step.statement.span.start > creation.place, step.statement.span.start < last.place,
                value.map({ !$0.mentions(name) }) ?? true, made.isReached(with: step)
            else { return false }
            return isOnTheWay(step, to: last) && !isFailure(step) && !isSettled(before: step)
                && !removals.allSatisfy { areAlternatives(step, $0.place) }
        }
        return leaves.prefix(Self.nameLimit).map(\.statement.span).map { leave in
            let start = scope.steps.last { $0.statement.isOnlyArm(before: leave.start) }
            return SourceSpan(
                start?.statement.span.start ?? leave.start,
                endLine: Int(leave.endLine)
            )
        }
    }

    /// Whether the block that the statement leaves is the one that makes or removes the file.
    private func isOnTheWay(_ step: CodeStep, to removal: CallSite) -> Bool {
        let place = step.statement.span.start
        let own = closures.around(place)
        return closures.around(removal.place).isSuperset(of: own)
            && own.isSuperset(of: closures.around(creation.place))
    }

    /// Whether the two stand in different arms of one branch, or in a `do` and its `catch`.
    private func areAlternatives(_ leave: CodeStep, _ place: SourcePlace) -> Bool {
        scope.steps.contains { step in
            let blocks = step.statement.blocks
            let left = blocks.firstIndex { $0.contains(leave.statement.span.start) }
            let other = blocks.firstIndex { $0.contains(place) }
            return left != nil && other != nil && left != other
        }
    }

    /// Whether it leaves because nothing was made, or because the object is gone.
    private func isFailure(_ step: CodeStep) -> Bool {
        if areAlternatives(step, creation.place) { return true }
        return step.guards.contains { guarding in
            if case .binds(let bound, _) = guarding.condition, bound == "self" { return true }
            return guarding.condition.expressions.contains { value in
                value.mentions(name) || value.hasPart { $0.place == creation.place }
            }
        }
    }

    /// Whether it was removed or handed over where the statement stands.
    private func isSettled(before leave: CodeStep) -> Bool {
        scope.calls.contains { site in
            let step = scope.steps[site.step]
            guard site.place > creation.place, site.place < leave.statement.span.start,
                step.isReached(with: leave)
            else { return false }
            if removals.contains(where: { $0.place == site.place }) { return true }
            let isInSameBlock = step.guards.count == leave.guards.count && !leave.guards.isEmpty
            return isInSameBlock && site.call.arguments.contains { $0.value.mentions(name) }
        }
    }

    /// The `do` whose `catch` leaves the file, when what follows its making fails.
    var failing: CodeStep? {
        scope.steps.first { step in
            guard case .attempt(_, let handlers) = step.statement.kind, !handlers.isEmpty,
                let start = handlers.lazy.compactMap(\.first?.span.start).first,
                let removal = removals.first, removals.allSatisfy({ $0.place < start }),
                step.statement.span.contains(removal.place),
                closures.around(removal.place) == closures.around(step.statement.span.start),
                scope.steps[removal.step].guards.count == step.guards.count
            else { return false }
            return isFollowed(in: step, before: removal)
        }
    }

    /// Whether something is done with the file between its making and its removal.
    private func isFollowed(in step: CodeStep, before removal: CallSite) -> Bool {
        scope.calls.contains { site in
            site.place > max(creation.place, step.statement.span.start)
                && site.place < removal.place
                && scope.steps[site.step].statement.span.start
                    > scope.steps[creation.step].statement.span.start
                && site.call.arguments.contains { $0.value.mentions(name) }
        }
    }

    /// What must hold for it to be removed, where that is whether something else succeeded.
    var condition: CodeStep.Guarding? {
        let made = scope.steps[creation.step].guards.count
        let wanted = removals.map { site in
            scope.steps[site.step].guards.dropFirst(made).first { Self.isSuccess($0) }
        }
        guard wanted.allSatisfy({ $0 != nil }) else { return nil }
        let sides = Set(wanted.map { $0?.holds })
        return sides.count == 1 ? wanted.first ?? nil : nil
    }

    private static func isSuccess(_ guarding: CodeStep.Guarding) -> Bool {
        guard case .holds(let value) = guarding.condition, guarding.holds,
            let name = value.lastName
        else { return false }
        return ["success", "completed", "finished", "succeeded", "isSuccess", "ok"].contains(name)
    }
}

extension Syntax.Statement {
    /// The blocks of which only one runs, or one after another has failed.
    fileprivate var blocks: [[Syntax.Statement]] {
        switch kind {
        case .branch(let branch): branch.arms.map(\.body)
        case .attempt(let body, let handlers): handlers.isEmpty ? [] : [body] + handlers
        default: []
        }
    }
}

extension Syntax.Statement {
    /// Whether it is a short `guard`, or an `if` without `else`, around `place`.
    fileprivate func isOnlyArm(before place: SourcePlace) -> Bool {
        guard case .branch(let branch) = kind, branch.arms.count == 1 else { return false }
        return branch.arms[0].body.count <= 3 && branch.arms[0].body.contains(place)
    }
}

extension [Syntax.Statement] {
    fileprivate func contains(_ place: SourcePlace) -> Bool {
        guard let first, let last else { return false }
        return SourceSpan(first.span.start, endLine: Int(last.span.endLine)).contains(place)
    }
}

extension SourceSpan {
    /// Whether `place` is in its lines.
    fileprivate func contains(_ place: SourcePlace) -> Bool {
        start <= place && place.line <= endLine
    }
}

/// Where the closures of a function stand.
private struct ClosureSpans {
    private var spans: Set<SourceSpan> = []

    init(_ scope: CodeScope) {
        for value in scope.expressions.flatMap(\.parts) {
            guard case .closure(let closure) = value.node else { continue }
            let last = closure.body.last?.span.endLine ?? value.place.line
            spans.insert(SourceSpan(value.place, endLine: Int(last)))
        }
    }

    /// The closures around `place`.
    func around(_ place: SourcePlace) -> Set<SourceSpan> {
        spans.filter { $0.contains(place) }
    }
}
