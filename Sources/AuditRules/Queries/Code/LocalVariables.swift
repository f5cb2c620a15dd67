package import AuditFacts

/// The local values of a function and the parameters of its closures, each with the part of the text
/// in which its name means it.
package struct LocalVariables: Sendable {
    fileprivate var byName: [String: [LocalVariable]] = [:]
    fileprivate var blocks: [CodeBlock] = [CodeBlock(parent: 0, begin: .zero)]

    /// What `name` means at `place`: the innermost that is in sight there; `nil` for what is no local
    /// value.
    package func variable(_ name: String, at place: SourcePlace) -> LocalVariable? {
        var found: LocalVariable?
        for variable in byName[name] ?? [] where variable.isSeen(at: place) {
            if found.map({ $0.begin <= variable.begin }) ?? true { found = variable }
        }
        return found
    }

    /// Everything that is bound to `name` in the function, whatever it means there.
    package func bindings(of name: String) -> [CodeBinding] {
        (byName[name] ?? []).flatMap(\.bindings)
    }

    /// Everything that is bound to the value that `name` means at `place`.
    package func bindings(of name: String, at place: SourcePlace) -> [CodeBinding] {
        variable(name, at: place)?.bindings ?? []
    }

    /// The names of the local values.
    package var names: [String] { byName.keys.filter(hasBindings).sorted() }

    /// The names of the local values to which something is bound of which `isSought` holds.
    package func names(boundTo isSought: (CodeBinding) -> Bool) -> Set<String> {
        Set(names.filter { bindings(of: $0).contains(where: isSought) })
    }

    /// Whether something in the function that is not a closure's parameter is called `name`.
    package func hasBindings(of name: String) -> Bool {
        byName[name]?.contains { $0.handed == nil } ?? false
    }

    /// Whether a value called `name` is declared in the function.
    package func declares(_ name: String) -> Bool {
        byName[name]?.contains { $0.isDeclared && $0.handed == nil } ?? false
    }

    /// What the value may have at `place` of what was bound to it, the latest first; the first binding
    /// where it gets one only later in the text, in a loop or a closure.
    ///
    /// What is bound in a branch leaves in force what was before it, but not within the branch's other
    /// arms.
    package func bindings(of name: String, reaching place: SourcePlace) -> [CodeBinding] {
        guard let variable = variable(name, at: place) else { return [] }
        var found: [CodeBinding] = []
        for binding in variable.bindings.reversed() where binding.since <= place {
            switch meeting(of: binding.block, and: place) {
            case .excluded: continue
            case .always:
                found.append(binding)
                guard binding.isAddition else { return found }
            case .perhaps: found.append(binding)
            }
            guard found.count < Self.reachingLimit else { return found }
        }
        // What is not declared here has a value of its own before it is given one.
        guard found.isEmpty, variable.isDeclared else { return found }
        return Array(variable.bindings.prefix(1))
    }

    /// How many bindings one use is answered with.
    private static let reachingLimit = 16

    private enum Meeting {
        case always
        case perhaps
        case excluded
    }

    /// Whether what is done in a block was done when `place`, after it in the text, is reached.
    private func meeting(of block: Int, and place: SourcePlace) -> Meeting {
        var index = block
        var meeting = Meeting.always
        while index != 0 {
            let block = blocks[index]
            if place <= block.end { return meeting }
            if let branch = block.branchEnd, place <= branch { return .excluded }
            meeting = .perhaps
            index = block.parent
        }
        return meeting
    }
}

/// A local value or a closure's parameter.
package struct LocalVariable: Sendable {
    /// What it is given, in the order of the text.
    package fileprivate(set) var bindings: [CodeBinding] = []
    /// What the closure's parameter is handed; `nil` for a value.
    package let handed: HandedValue?
    /// Whether the function declares it, and not only assigns to it.
    package let isDeclared: Bool
    fileprivate let begin: SourcePlace
    fileprivate var end = SourcePlace.last

    fileprivate func isSeen(at place: SourcePlace) -> Bool { begin <= place && place <= end }
}

/// Statements between braces.
private struct CodeBlock: Sendable {
    let parent: Int
    let begin: SourcePlace
    var end = SourcePlace.last
    /// Where the branch ends that it is an arm of.
    var branchEnd: SourcePlace?
}

/// Notes local values while a function is walked through in the order of the text.
struct LocalVariableWalk {
    private(set) var variables = LocalVariables()
    /// The blocks that are open, and what is declared in each.
    private var open: [(block: Int, names: [String])] = [(0, [])]
    private var reached = SourcePlace.zero

    /// Notes that the walk is at `place`.
    mutating func reach(_ place: SourcePlace) { reached = max(reached, place) }

    /// Begins a block.
    mutating func enter() {
        variables.blocks.append(CodeBlock(parent: open[open.count - 1].block, begin: reached))
        open.append((variables.blocks.count - 1, []))
    }

    /// Ends the block that was begun last, with what is declared in it, and returns it.
    @discardableResult
    mutating func leave() -> Int {
        let (block, names) = open.removeLast()
        variables.blocks[block].end = reached
        for name in names {
            let last = variables.byName[name]?.lastIndex { $0.end == .last && $0.begin > .zero }
            if let last { variables.byName[name]?[last].end = reached }
        }
        return block
    }

    /// Makes `arms` those of one branch that ends here.
    mutating func join(_ arms: [Int]) {
        for arm in arms { variables.blocks[arm].branchEnd = reached }
    }

    /// Declares a value in the block that is open, to be seen from here on.
    mutating func declare(_ name: String, handed: HandedValue? = nil) {
        open[open.count - 1].names.append(name)
        variables.byName[name, default: []].append(
            LocalVariable(handed: handed, isDeclared: true, begin: reached.next)
        )
    }

    /// Binds `value` to what `name` means here.
    mutating func bind(
        _ name: String,
        at place: SourcePlace,
        type: String? = nil,
        value: Syntax.Expression?,
        isAddition: Bool = false
    ) {
        let binding = CodeBinding(
            place: place,
            since: reached.next,
            type: type,
            value: value,
            block: open[open.count - 1].block,
            isAddition: isAddition
        )
        // Those that are still in sight have no end.
        let all = variables.byName[name] ?? []
        if let seen = all.lastIndex(where: { $0.end == .last && $0.begin > .zero })
            ?? all.lastIndex(where: { $0.end == .last })
        {
            variables.byName[name]?[seen].bindings.append(binding)
        } else {
            variables.byName[name, default: []].append(
                LocalVariable(bindings: [binding], handed: nil, isDeclared: false, begin: .zero)
            )
        }
    }
}

extension SourcePlace {
    /// Before and after every place of a file.
    fileprivate static let zero = SourcePlace(line: 0)
    fileprivate static let last = SourcePlace(line: .max, column: .max)

    fileprivate var next: SourcePlace { SourcePlace(line: Int(line), column: Int(column) + 1) }
}
