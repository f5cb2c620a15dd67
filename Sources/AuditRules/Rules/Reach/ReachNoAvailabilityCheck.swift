import AuditFacts

/// `reach.no-availability-check`: a launch in the background that reads protected data.
enum ReachNoAvailabilityCheck: Rule {
    static let description = RuleDescription(
        "reach.no-availability-check",
        "A background launch reads protected data without asking whether it is available",
        severity: .medium,
        isProven: false,
        summary: """
            An app that the system launches in the background reads the keychain or a file in \
            `application(_:didFinishLaunchingWithOptions:)`, and its delegate never asks whether protected \
            data is available.
            """,
        rationale: """
            The system launches the app for a push, a location or a task while the device is locked, or \
            before its first unlock. The read fails, and what follows takes the data to be missing.
            """,
        remedy: """
            Ask `isProtectedDataAvailable`, and read when \
            `protectedDataDidBecomeAvailableNotification` comes.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "a keychain item",
                in: .app(inBackground: "remote-notification"),
                files: [
                    "App/Delegate.swift": """
                    class Delegate: NSObject, UIApplicationDelegate {
                        func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool {
                            SecItemCopyMatching(query, nil)
                            return true
                        }
                    }
                    """
                ],
                findings: ["App/Delegate.swift:3"]
            ),
            RuleExample(
                "asked first",
                in: .app(inBackground: "fetch"),
                files: [
                    "App/Delegate.swift": """
                    class Delegate: NSObject, UIApplicationDelegate {
                        func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool {
                            if UIApplication.shared.isProtectedDataAvailable { data = try? Data(contentsOf: url) }
                            return true
                        }
                    }
                    """
                ]
            ),
        ]
    )

    static let watches: Set<String> = [
        "isProtectedDataAvailable", "didFinishLaunchingWithOptions", "SecItemCopyMatching",
        "contentsOf",
    ]

    private static let modes: Set<String> = [
        "fetch", "processing", "remote-notification", "voip", "location", "bluetooth-central",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.scopes.flatMap { scope -> [Observation] in
            guard isLaunch(scope.function), !context.asksForAvailability(scope.file),
                let app = context.apps(of: scope.file.path, withModes: modes).first
            else { return [] }
            return scope.calls.filter { isRead($0, scope, context) }.map { site in
                Observation(
                    "'\(app.name)' is launched in the background too, where this read may fail",
                    confidence: .low,
                    path: scope.file.path,
                    span: SourceSpan(site.place)
                )
            }
        }
    }

    private static func isLaunch(_ function: Syntax.Function) -> Bool {
        function.parameters.contains { $0.label == "didFinishLaunchingWithOptions" }
            || function.name == "application:didFinishLaunchingWithOptions:"
    }

    private static func isRead(
        _ site: CallSite,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> Bool {
        if site.call.name == "SecItemCopyMatching" { return true }
        guard site.call.name == "Data", let target = site.call["contentsOf"] else { return false }
        return scope.path(of: target, context.code).folder != .bundle
    }
}
