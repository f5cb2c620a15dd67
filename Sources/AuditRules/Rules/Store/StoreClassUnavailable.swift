import AuditFacts
import ProtectionModel

/// `store.class-unavailable`: protection API used without an availability check below the
/// deployment target.
enum StoreClassUnavailable: Rule {
    /// What both examples stand in.
    private static let project = ExampleProject.bare.with([
        "project.yml": """
        name: Example
        targets:
          App: {type: application, platform: iOS, deploymentTarget: "16.0", sources: [App]}
        """
    ])

    static let description = RuleDescription(
        "store.class-unavailable",
        "A protection class is used on systems that do not have it",
        severity: .high,
        isProven: false,
        summary: """
            `completeWhenUserInactive` and its kin are used in a target whose deployment target is \
            older than the class, where neither `#available` nor `@available` asks for a system that \
            has it. Swift's compiler catches symbols; strings, Objective-C and raw values get past it.
            """,
        rationale: """
            On an older system the symbol is not there and the app ends as soon as it is touched, or \
            the attribute is refused and the file keeps a class that nobody chose.
            """,
        remedy: """
            Ask `if #available(iOS 17, *)` and name the class for older systems in the other branch.
            """,
        references: RuleReferences(controls: ["CODE-1"], commonWeaknesses: [755]),
        examples: [
            RuleExample(
                "an option of a write",
                in: project,
                files: [
                    "App/a.swift": """
                    func save(_ data: Data, to url: URL) throws {
                        try data.write(to: url, options: .completeFileProtectionWhenUserInactive)
                    }
                    """
                ],
                findings: ["App/a.swift:2"]
            ),
            RuleExample(
                "asked for first",
                in: project,
                files: [
                    "App/a.swift": """
                    func save(_ data: Data, to url: URL) throws {
                        if #available(iOS 17.0, *) {
                            try data.write(to: url, options: .completeFileProtectionWhenUserInactive)
                        } else {
                            try data.write(to: url, options: .completeFileProtection)
                        }
                    }
                    """
                ]
            ),
        ]
    )

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.compactMap { use in
            guard use.classes.contains(where: { $0.protectionClass == .completeWhenUserInactive }),
                let oldest = oldestSystem(use.path, context), oldest < firstVersion,
                !isChecked(use)
            else { return nil }
            return Observation(
                "complete-when-user-inactive needs iOS \(firstVersion), the app runs on \(oldest)",
                path: use.path,
                span: use.span
            )
        }
    }

    /// `FileProtectionType.completeWhenUserInactive`: iOS 17.0, by Apple's documentation page.
    private static let firstVersion = 17

    private static func oldestSystem(_ path: String, _ context: AuditContext) -> Int? {
        let versions = context.graph.hosts(of: path).flatMap(\.releases).map {
            $0.deploymentTarget.flatMap { Int($0.prefix { $0 != "." }) }
        }
        let known = versions.compactMap { $0 }
        return known.count == versions.count ? known.min() : nil
    }

    /// Whether only systems that have the class reach `use`.
    private static func isChecked(_ use: StorageUse) -> Bool {
        if use.scope.function.modifiers.contains(where: isLimited) { return true }
        let step = use.scope.steps[use.step]
        let isAsked = step.guards.contains { guarding in
            asks(guarding.condition, guarding.holds ? available : unavailable)
        }
        if isAsked { return true }
        return use.scope.steps[..<use.step].contains { earlier in
            guard case .branch(let branch) = earlier.statement.kind, leaves(branch) else {
                return false
            }
            return earlier.isReached(with: step)
                && earlier.statement.span.endLine < use.span.start.line
        }
    }

    /// `@available(iOS 17, *)` and `@available(iOS, introduced: 17)`; not `@available(*, deprecated)`.
    private static func isLimited(_ modifier: String) -> Bool {
        let words = modifier.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard words.contains("available"), let system = words.firstIndex(of: "ios") else {
            return false
        }
        let rest = words[(system + 1)...]
        let version = rest.first == "introduced" ? rest.dropFirst().first : rest.first
        return version.flatMap { Int($0) }.map { $0 >= firstVersion } ?? false
    }

    /// Whether `condition` asks with `name` for a system that has the class.
    private static func asks(_ condition: Syntax.Condition, _ name: String) -> Bool {
        condition.expressions.flatMap(\.parts).contains { part in
            guard case .call(let call) = part.node, call.name == name else { return false }
            return call.arguments.contains { argument in
                guard argument.label?.lowercased() == "ios",
                    case .number(let version) = argument.value.node
                else { return false }
                return Int(version.prefix { $0.isNumber }).map { $0 >= firstVersion } ?? false
            }
        }
    }

    /// Whether older systems go no further than `branch`.
    private static func leaves(_ branch: Syntax.Branch) -> Bool {
        guard !branch.isGuard, let first = branch.arms.first else { return false }
        if first.conditions.count == 1, asks(first.conditions[0], unavailable), leaves(first) {
            return true
        }
        return branch.arms.count == 2 && branch.arms[1].conditions.isEmpty
            && first.conditions.contains { asks($0, available) } && leaves(branch.arms[1])
    }

    private static func leaves(_ arm: Syntax.Branch.Arm) -> Bool {
        guard case .leave(_, _)? = arm.body.last?.kind else { return false }
        return true
    }

    private static let available = "#available"
    private static let unavailable = "#unavailable"
}
