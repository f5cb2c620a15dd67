import AuditFacts
import AuditPolicy

/// `handoff.type-undeclared`: an activity that no app continues.
enum HandoffTypeUndeclared: Rule {
    static let description = RuleDescription(
        "handoff.type-undeclared",
        "An activity has a type that is not declared",
        severity: .medium,
        isProven: true,
        summary: """
            A source makes a user activity current, and no app that runs it lists its type in \
            `NSUserActivityTypes`. Types that are not known before the app runs, activities that \
            only restore a scene, and the system's own types are not reported.
            """,
        rationale: """
            No device of the user continues such an activity, and a search result with it opens \
            nothing. What is shown on a nearby device instead is the web page, if there is one.
            """,
        remedy: "Add the type to `NSUserActivityTypes`, or give the activity a declared one.",
        references: RuleReferences(),
        examples: [
            HandoffExample.app(
                "another type",
                ["com.example.app.read"],
                """
                func a() {
                    let activity = NSUserActivity(activityType: "com.example.app.write")
                    activity.becomeCurrent()
                }
                """,
                findings: ["App/Example.swift:2"]
            ),
            HandoffExample.app(
                "a constant, and none declared",
                [],
                """
                let type = "com.example.app.write"
                func a(_ view: UIViewController) {
                    view.userActivity = NSUserActivity(activityType: type)
                }
                """,
                findings: ["App/Example.swift:3"]
            ),
            HandoffExample.app(
                "the bundle identifier",
                ["com.example.app.read"],
                """
                void a(void) {
                    NSUserActivity *a = [[NSUserActivity alloc] initWithActivityType:[[NSBundle mainBundle] bundleIdentifier]];
                    [a becomeCurrent];
                }
                """,
                isObjectiveC: true,
                findings: ["App/Example.m:2"]
            ),
            HandoffExample.app(
                "the bundle identifier with more",
                ["com.example.app.read"],
                """
                func a() {
                    let id = Bundle.main.bundleIdentifier!
                    NSUserActivity(activityType: "\\(id).write").becomeCurrent()
                }
                """,
                findings: ["App/Example.swift:3"]
            ),
            HandoffExample.app(
                "declared",
                ["com.example.app.read"],
                "func a() { NSUserActivity(activityType: \"com.example.app.read\").becomeCurrent() }"
            ),
            HandoffExample.app(
                "declared by way of a build setting",
                ["$(PRODUCT_BUNDLE_IDENTIFIER).read"],
                """
                func a() {
                    let id = Bundle.main.bundleIdentifier ?? ""
                    NSUserActivity(activityType: id + ".read").becomeCurrent()
                }
                """
            ),
            HandoffExample.app(
                "browsing",
                [],
                """
                func a() { NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb).becomeCurrent() }
                """
            ),
            HandoffExample.app(
                "nobody can tell",
                [],
                "func a(_ type: String) { NSUserActivity(activityType: type).becomeCurrent() }"
            ),
            HandoffExample.app(
                "to restore a scene",
                [],
                """
                func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
                    NSUserActivity(activityType: "com.example.app.scene")
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = [
        "NSUserActivity", "becomeCurrent", "initWithActivityType:", "userActivity",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let code = context.code
        let current = Set(code.calls(of: "becomeCurrent").map(\.path))
        return ActivityTypes.creations(in: code).compactMap { found, type in
            let isCurrent =
                current.contains(found.path)
                || !ActivityTypes.assignments(of: ["userActivity"], in: found.scope).isEmpty
            guard isCurrent, !restores(found.scope),
                let name = ActivityTypes.name(type, found.scope, code)
            else { return nil }
            if case .text(let text) = name, text.isEmpty { return nil }
            let apps = context.graph.hosts(of: found.path).filter {
                $0.kind == .app && $0.isProcess
            }
            guard !apps.isEmpty, !apps.contains(where: { ActivityTypes.mayDeclare($0, name) })
            else { return nil }
            return observation(name, found, apps)
        }
    }

    private static func observation(
        _ name: ActivityTypes.Name,
        _ found: CallInScope,
        _ apps: [Target]
    ) -> Observation {
        let type =
            switch name {
            case .text(let text): "'\(text)'"
            case .bundle(""): "the bundle identifier"
            case .bundle(let suffix): "the bundle identifier with '\(suffix)'"
            }
        let names = apps.map { "'\($0.name)'" }.joined(separator: ", ")
        return Observation(
            "\(type) is no activity type of \(names)",
            path: found.path,
            span: found.span,
            related: apps.compactMap(\.infoPath).prefix(2).map {
                RelatedPlace("the Info.plist", path: $0, line: 1)
            }
        )
    }

    /// Whether the function makes what the system keeps for a scene.
    private static func restores(_ scope: CodeScope) -> Bool {
        let words = NameWords.words(of: scope.function.name)
        return words.contains("restoration") || words.contains("restore") || words.contains("scene")
    }
}
