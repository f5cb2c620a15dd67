import AuditFacts
import AuditPolicy

/// `restore.snapshot`: screens that the app switcher shows.
enum RestoreSnapshot: Rule {
    static let description = RuleDescription(
        "restore.snapshot",
        "Nothing covers the screen in the app switcher",
        severity: .medium,
        isProven: true,
        summary: """
            No source of an app covers its window, hides a view or marks one as sensitive when the app \
            leaves the screen: not in the delegate's methods, not for the notifications, not by the \
            scene's phase. Reported once for an app, where the policy has `sensitive-screens: true`; a \
            note for other apps that ask for Face ID, Touch ID or the passcode themselves, or read \
            health data. A type, function or variable named for a cover counts as one.
            """,
        rationale: """
            The system takes a picture of the screen when the app leaves it, shows it in the app \
            switcher and keeps it in a file. Whoever holds the unlocked phone reads there what was on the \
            screen, however the app itself is locked.
            """,
        remedy: """
            Put a view over the window in `sceneWillResignActive` or `applicationWillResignActive` and \
            take it away when the app is active again; in SwiftUI, show another view while \
            `scenePhase` is not `active`, or use `privacySensitive()`.
            """,
        references: RuleReferences(controls: ["PLATFORM-3"], commonWeaknesses: [200]),
        examples: [
            RuleExample(
                "a delegate that only saves",
                in: .app,
                files: [
                    "App/AppDelegate.swift": """
                    @main
                    final class AppDelegate: UIResponder, UIApplicationDelegate {
                        func applicationDidEnterBackground(_ application: UIApplication) { save() }
                    }
                    """
                ],
                policy: "sensitive-screens: true",
                findings: ["App/AppDelegate.swift:3"]
            ),
            RuleExample(
                "a window over the others",
                in: .app,
                files: [
                    "App/AppDelegate.swift": """
                    @main
                    final class AppDelegate: UIResponder, UIApplicationDelegate {
                        func applicationWillResignActive(_ application: UIApplication) {
                            curtain.isHidden = false
                        }
                    }
                    """
                ],
                policy: "sensitive-screens: true"
            ),
        ]
    )

    static let watches = ScreenCover.watched.union(["evaluatePolicy"])

    static func observations(in context: AuditContext) -> [Observation] {
        var seen: Set<RelatedPlace> = []
        return context.processes.filter { $0.kind == .app }.compactMap { target in
            let paths = Set(context.graph.closure(of: target).flatMap(\.sources))
            let parts = target.sources.sorted() + paths.subtracting(target.sources).sorted()
            guard isSensitive(paths, context), let place = place(in: parts, context),
                !ScreenCover(context, paths: paths).exists, seen.insert(place).inserted
            else { return nil }
            let isAsked = context.policy.hasSensitiveScreens
            return Observation(
                "nothing covers the screens of '\(target.name)' in the app switcher",
                confidence: isAsked ? .medium : .low,
                ceiling: isAsked ? .error : .note,
                path: place.path,
                span: SourceSpan(SourcePlace(line: place.line)),
                related: earlier(than: place, context)
            )
        }
    }

    /// Whether the policy says that screens are sensitive, or the app locks them or shows health data.
    private static func isSensitive(_ paths: Set<String>, _ context: AuditContext) -> Bool {
        if context.policy.hasSensitiveScreens { return true }
        let locks = context.code.calls(
            of: "evaluatePolicy",
            "evaluatePolicy:localizedReason:reply:"
        )
        return locks.contains { paths.contains($0.path) }
            || context.code.files.contains { file in
                paths.contains(file.path) && file.imports.contains { $0.hasPrefix("HealthKit") }
            }
    }

    // MARK: Place

    /// Where the system tells the app that it leaves the screen; else its delegate, or what starts it.
    ///
    /// An app's delegate may stand in a framework: its own sources come first.
    private static func place(in paths: [String], _ context: AuditContext) -> RelatedPlace? {
        let files = paths.compactMap { context.code.file(at: $0) }
        let functions = files.flatMap { file in file.functions.map { (file, $0) } }
        for prefix in ["sceneDidEnterBackground", "applicationDidEnterBackground"] {
            let found = functions.first { file, function in
                [prefix, prefix + ":"].contains(function.name)
                    && function.parameters.first?.type?.contains(delegating[prefix] ?? "") ?? false
            }
            if let (file, function) = found { return place(function.span, file) }
        }
        for file in files {
            let start = file.types.first { type in
                type.kind != .extensionType
                    && type.inherited.contains { starting.contains(TypeName($0).lastName) }
            }
            if let start { return place(start.span, file) }
        }
        let launch = functions.first { $1.name == "application:didFinishLaunchingWithOptions:" }
        return launch.map { place($1.span, $0) }
    }

    /// The delegate's other moment for it, in the same file.
    private static func earlier(than place: RelatedPlace, _ context: AuditContext) -> [RelatedPlace]
    {
        let names: Set<String> = [
            "sceneWillResignActive", "applicationWillResignActive", "sceneWillResignActive:",
            "applicationWillResignActive:",
        ]
        let found = context.code.file(at: place.path)?.functions.filter { names.contains($0.name) }
        return (found ?? []).map {
            RelatedPlace("nor is it covered here", path: place.path, line: Int($0.span.start.line))
        }
    }

    private static func place(_ span: SourceSpan, _ file: CodeFile) -> RelatedPlace {
        RelatedPlace("the app", path: file.path, line: Int(span.start.line))
    }

    private static let delegating = [
        "sceneDidEnterBackground": "UIScene", "applicationDidEnterBackground": "UIApplication",
    ]
    private static let starting: Set<String> = ["App", "UIApplicationDelegate"]
}
