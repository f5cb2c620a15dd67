import AuditFacts
import AuditPolicy

/// `handoff.type-undeclared`: an activity that no app continues.
enum HandoffTypeUndeclared: Rule {
    /// What both examples stand in.
    private static let project = ExampleProject.app.with([
        "App/Info.plist": """
        <plist version="1.0"><dict>
        <key>NSUserActivityTypes</key><array>
        <string>com.example.app.read</string>
        </array>
        </dict></plist>

        """
    ])

    static let description = RuleDescription(
        "handoff.type-undeclared",
        "An activity has a type that is not declared",
        severity: .medium,
        isProven: true,
        summary: """
            A source makes a user activity current, and no app that runs it lists its type in \
            `NSUserActivityTypes` or names it with a kind of document. Types that are not known before \
            the app runs, activities that only restore a scene, and the system's own types are not \
            reported.
            """,
        rationale: """
            No device of the user continues such an activity, and a search result with it opens \
            nothing. What is shown on a nearby device instead is the web page, if there is one.
            """,
        remedy: "Add the type to `NSUserActivityTypes`, or give the activity a declared one.",
        references: RuleReferences(),
        examples: [
            RuleExample(
                "another type",
                in: project,
                files: [
                    "App/Example.swift": """
                    func a() {
                        let activity = NSUserActivity(activityType: "com.example.app.write")
                        activity.becomeCurrent()
                    }
                    """
                ],
                findings: ["App/Example.swift:2"]
            ),
            RuleExample(
                "declared",
                in: project,
                files: [
                    "App/Example.swift": """
                    func a() { NSUserActivity(activityType: "com.example.app.read").becomeCurrent() }
                    """
                ]
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
            return observation(name, found, apps, context)
        }
    }

    private static func observation(
        _ name: ActivityTypes.Name,
        _ found: CallInScope,
        _ apps: [Target],
        _ context: AuditContext
    ) -> Observation {
        let type =
            switch name {
            case .text(let text): "'\(text)'"
            case .bundle(""): "the bundle identifier"
            case .bundle(let suffix): "the bundle identifier with '\(suffix)'"
            }
        let names = apps.map { "'\($0.name)'" }.joined(separator: ", ")
        return Observation(
            "\(type) is not an activity type of \(names)",
            path: found.path,
            span: found.span,
            related: apps.compactMap(\.infoPath).prefix(2).map {
                context.place(of: "NSUserActivityTypes", in: $0, "the Info.plist")
            }
        )
    }

    /// Whether the function makes what the system keeps for a scene.
    private static func restores(_ scope: CodeScope) -> Bool {
        let words = NameWords.words(of: scope.function.name)
        return words.contains("restoration") || words.contains("restore") || words.contains("scene")
    }
}
