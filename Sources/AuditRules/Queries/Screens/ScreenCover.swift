import AuditFacts
import AuditPolicy

/// What sources put over the screen when the app leaves it, before the system takes the picture for
/// the app switcher.
///
/// Sources: Apple, Technical Q&A QA1838, "Preparing your UI to run in the background", and the
/// documentation of `UIApplicationDelegate`, `UISceneDelegate`, `ScenePhase` and `privacySensitive`.
struct ScreenCover {
    /// Names whose functions must be kept.
    static let watched: Set<String> = notifications.union(sure).union([phase])

    /// How many calls lie between leaving the screen and the cover at most.
    private static let hopLimit = 3
    /// How many functions of one name are looked at where it is not known which is called.
    private static let nameLimit = 4

    private let context: AuditContext
    private let paths: Set<String>
    /// What the scene's phase is called.
    private let phases: Set<String>
    /// What is shown by the types that read it.
    private let views: [CodeScope]

    /// What the sources at `paths` do.
    init(_ context: AuditContext, paths: Set<String>) {
        self.context = context
        self.paths = paths
        let read = context.code.files.filter { paths.contains($0.path) }.flatMap { file in
            file.variables.filter(Self.isPhase).map { (file, $0) }
        }
        phases = Set(read.map(\.1.name))
        views = read.flatMap { file, phase in
            file.functions.filter { $0.type == phase.owner && Self.isView($0) }
                .compactMap { $0.unfolded() }.map { CodeScope(file: file, function: $0) }
        }
    }

    /// `@Environment(\.scenePhase) var phase`.
    private static func isPhase(_ variable: Syntax.Variable) -> Bool {
        variable.attributes.contains { attribute in
            attribute.name == "Environment" && attribute.arguments.contains(where: isPhase)
        }
    }

    private static func isView(_ function: Syntax.Function) -> Bool {
        function.name == "body" || function.returnType?.contains("View") ?? false
    }

    private static func isPhase(_ argument: Syntax.Argument) -> Bool {
        argument.value.parts.contains { $0.lastName == phase }
    }

    /// Whether anything in them looks like a cover; what is only likely counts as one.
    var exists: Bool {
        if isNamed { return true }
        let scopes = context.code.scopes.filter { paths.contains($0.file.path) }
        let isSure = scopes.contains { scope in
            scope.expressions.contains { $0.mentions(anyOf: Self.sure) }
        }
        if isSure || views.contains(where: { asksPhase($0.function.body) }) { return true }
        var seen: Set<FunctionPlace> = []
        let watching = scopes.filter { scope in
            scope.expressions.contains { $0.mentions(anyOf: Self.notifications) }
        }
        return delegates.contains { covers($0, hops: 0, &seen) }
            || (watching + views).contains { covers(afterMomentsIn: $0, &seen) }
    }

    // MARK: Names

    /// Whether a type or function is named for a cover.
    private var isNamed: Bool {
        context.code.files.contains { file in
            paths.contains(file.path)
                && (file.types.contains { Self.isCover(TypeName($0.name).lastName) }
                    || file.functions.contains { Self.isCover($0.name) })
        }
    }

    /// `PrivacyOverlay`, `ScreenLockWindow`, `blurWindow`.
    private static func isCover(_ name: String) -> Bool {
        let words = Set(NameWords.words(of: name))
        if words.contains("switcher") { return true }
        let isShown = !words.isDisjoint(with: ["screen", "window", "view", "overlay", "snapshot"])
        let isOver = !words.isDisjoint(with: ["window", "overlay", "view"])
        return isShown && !words.isDisjoint(with: ["privacy", "obscure", "conceal", "curtain"])
            || isOver && words.contains("lock")
            || !words.isDisjoint(with: ["window", "overlay"])
                && !words.isDisjoint(with: ["protection", "security", "blur", "cover"])
    }

    // MARK: Moments

    /// The functions that the system calls when the app leaves the screen.
    private var delegates: [CodeScope] {
        let names = [
            "applicationWillResignActive", "applicationDidEnterBackground", "sceneWillResignActive",
            "sceneDidEnterBackground",
        ]
        return names.flatMap { [$0, $0 + ":"] }.flatMap(context.code.functions)
            .filter { paths.contains($0.file) }.compactMap(context.code.scope(of:))
    }

    /// Whether a view depends on the scene's phase: `.blur(radius: scenePhase == .active ? 0 : 9)`.
    ///
    /// What is only done when the phase changes is no part of the view.
    private func asksPhase(_ body: [Syntax.Statement]) -> Bool {
        body.contains { statement in
            statement.expressions.contains { asksPhase($0) }
                || statement.blocks.contains { asksPhase($0) }
        }
    }

    private func asksPhase(_ value: Syntax.Expression) -> Bool {
        switch value.node {
        case .closure(let closure): asksPhase(closure.body)
        case .call(let call) where Self.doing.contains(call.name ?? ""): asksPhase(call.callee)
        case .name(let name), .member(.some, let name):
            phases.contains(name) || value.children.contains { asksPhase($0) }
        default: value.children.contains { asksPhase($0) }
        }
    }

    /// Whether what `scope` has done at the moment that it waits for changes what is seen.
    private func covers(afterMomentsIn scope: CodeScope, _ seen: inout Set<FunctionPlace>) -> Bool {
        for site in scope.calls {
            let call = site.call
            let given = call.arguments.map(\.value).contains(where: names)
            let isReceiver =
                Self.receiving.contains(call.name ?? "")
                && call.receiver.map(names) ?? false
            guard given || isReceiver else { continue }
            let bodies = call.arguments.compactMap { body(of: $0.value, scope) }
            let isState = Self.modifiers.contains(call.name ?? "")
            if bodies.contains(where: { changesView($0) || isState && Self.assigns($0) }) {
                return true
            }
            let called = bodies.flatMap { body in
                body.calls.flatMap { functions(calledBy: $0.call, body) }
            }
            let reached = (called + named(in: call, scope)).compactMap(context.code.scope(of:))
            if reached.contains(where: { covers($0, hops: 1, &seen) }) { return true }
        }
        return false
    }

    private func names(_ value: Syntax.Expression) -> Bool {
        value.mentions(anyOf: Self.notifications.union(phases))
    }

    private func body(of value: Syntax.Expression, _ scope: CodeScope) -> CodeScope? {
        guard case .closure(let closure) = value.node else { return nil }
        let function = Syntax.Function(
            name: scope.function.name,
            type: scope.function.type,
            span: SourceSpan(value.place),
            body: closure.body
        )
        return CodeScope(file: scope.file, function: function)
    }

    private static func assigns(_ scope: CodeScope) -> Bool {
        scope.steps.contains { step in
            guard case .assignment = step.statement.kind else { return false }
            return true
        }
    }

    /// The functions of the same type that `call` is handed by name, as the selector of an observer is.
    private func named(in call: Syntax.Call, _ scope: CodeScope) -> [DeclaredFunction] {
        guard let type = scope.function.type else { return [] }
        let names = Set(call.arguments.flatMap(\.value.parts).compactMap(\.ownName))
        return names.sorted().flatMap { context.calls.types.methods($0, of: type) }
    }

    // MARK: Covers

    /// Whether `scope`, or what it calls, changes what is seen.
    private func covers(_ scope: CodeScope, hops: Int, _ seen: inout Set<FunctionPlace>) -> Bool {
        guard seen.insert(FunctionPlace(scope)).inserted else { return false }
        if changesView(scope) { return true }
        guard hops < Self.hopLimit else { return false }
        return scope.calls.flatMap { functions(calledBy: $0.call, scope) }.contains { declared in
            guard paths.contains(declared.file), let body = context.code.scope(of: declared) else {
                return false
            }
            return covers(body, hops: hops + 1, &seen)
        }
    }

    private func functions(calledBy call: Syntax.Call, _ scope: CodeScope) -> [DeclaredFunction] {
        let known = context.calls.types.functions(calledBy: call, in: scope).map(\.declared)
        guard known.isEmpty, let name = call.name else { return known }
        let others = context.code.functions(name)
        return others.count <= Self.nameLimit ? others : []
    }

    private func changesView(_ scope: CodeScope) -> Bool {
        scope.calls.contains { site in
            guard let name = site.call.name else { return false }
            return Self.placing.contains(name) || Self.isHiding(name)
                || site.call.receiver?.chain.contains(where: Self.isHiding) ?? false
        }
            || scope.steps.contains { step in
                guard case .assignment(let target, _) = step.statement.kind else { return false }
                return Self.changed.contains(target.ownName ?? "")
                    || target.chain.contains(where: Self.isHiding)
            }
    }

    private static func isHiding(_ name: String) -> Bool {
        let words = NameWords.words(of: name)
        return words.contains(where: hiding.contains)
            || words.contains("lock") && words.contains(where: locked.contains)
    }

    private static let phase = "scenePhase"
    private static let notifications: Set<String> = [
        "willResignActiveNotification", "didEnterBackgroundNotification",
        "willDeactivateNotification", "UIApplicationWillResignActiveNotification",
        "UIApplicationDidEnterBackgroundNotification", "UISceneWillDeactivateNotification",
        "UISceneDidEnterBackgroundNotification",
    ]
    /// What nothing else is for.
    private static let sure: Set<String> = [
        "privacySensitive", "ignoreSnapshotOnNextApplicationLaunch",
    ]
    private static let receiving: Set<String> = ["sink", "subscribe", "bind", "drive"]
    /// Of these a changed state changes the view.
    private static let modifiers: Set<String> = ["onChange", "onReceive"]
    /// What is handed to these is done, not shown.
    private static let doing = modifiers.union(["task", "onAppear", "onDisappear", "Button"])
    private static let placing: Set<String> = [
        "addSubview", "insertSubview", "bringSubviewToFront", "makeKeyAndVisible", "present",
        "UIVisualEffectView", "UIWindow", "opacity", "redacted", "addSubview:",
        "insertSubview:atIndex:", "insertSubview:aboveSubview:", "bringSubviewToFront:",
        "presentViewController:animated:completion:", "initWithEffect:", "setHidden:", "setAlpha:",
        "setRootViewController:",
    ]
    private static let changed: Set<String> = [
        "isHidden", "hidden", "alpha", "windowLevel", "rootViewController", "opacity",
    ]
    private static let hiding: Set<String> = [
        "cover", "blur", "privacy", "obscure", "obfuscate", "splash", "curtain", "overlay",
        "conceal", "redact",
    ]
    private static let locked: Set<String> = [
        "screen", "app", "application", "window", "view", "show", "present", "activate", "enable",
    ]
}
