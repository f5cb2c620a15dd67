import AuditFacts
import AuditPolicy

/// A file that a function puts into the temporary folder under a local name and removes itself.
struct TemporaryFile {
    /// The function.
    let scope: CodeScope
    /// The local name of its path.
    let name: String
    /// The call that makes it.
    let creation: CallSite
    /// The calls that remove it later, in the order of the text.
    let removals: [CallSite]
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
        guard scope.parameter(name) == nil, let first = scope.bindings[name]?.first?.value,
            scope.bindings[name]?.count == 1,
            scope.path(of: first, code).folder == .temporary,
            let creation = scope.calls.first(where: { Self.makes($0.call, name) }),
            !Self.isKept(name, scope), !own.contains(where: { Self.isDeferred($0, in: scope) })
        else { return nil }
        let later = own.filter { $0.place > creation.place }
        guard !later.isEmpty else { return nil }
        self.scope = scope
        self.name = name
        self.creation = creation
        self.removals = later
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

    /// The first `return` or `throw` after it was made and before it is removed.
    var leaving: CodeStep? {
        guard let last = removals.last else { return nil }
        let made = scope.steps[creation.step]
        return scope.steps.first { step in
            guard case .leave(let word, let value) = step.statement.kind,
                word == "return" || word == "throw",
                step.statement.span.start > creation.place, step.statement.span.start < last.place,
                value.map({ !$0.mentions(name) }) ?? true, made.isReached(with: step)
            else { return false }
            return isOnTheWay(step, to: last) && !isFailure(step) && !isSettled(before: step)
                && !removals.allSatisfy { areAlternatives(step, $0.place) }
        }
    }

    /// Whether the block that the statement leaves is the one that makes or removes the file.
    private func isOnTheWay(_ step: CodeStep, to removal: CallSite) -> Bool {
        let place = step.statement.span.start
        let own = closures.around(place)
        return closures.around(removal.place).starts(with: own)
            && own.starts(with: closures.around(creation.place))
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
            return isFollowed(before: removal)
        }
    }

    /// Whether something is done with the file between its making and its removal.
    private func isFollowed(before removal: CallSite) -> Bool {
        scope.calls.contains { site in
            site.place > creation.place && site.place < removal.place
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
    /// The outer ones before those in them.
    private var spans: [SourceSpan] = []

    init(_ scope: CodeScope) {
        for value in scope.expressions.flatMap(\.parts) {
            guard case .closure(let closure) = value.node else { continue }
            let last = closure.body.last?.span.endLine ?? value.place.line
            spans.append(SourceSpan(value.place, endLine: Int(last)))
        }
    }

    /// The closures around `place`, the outermost first, as indices.
    func around(_ place: SourcePlace) -> [Int] {
        spans.indices.filter { spans[$0].contains(place) }
    }
}
