import AuditFacts

/// `reach.no-availability-check`: a launch in the background that reads protected data.
enum ReachNoAvailabilityCheck: Rule {
    static let description = RuleDescription(
        "reach.no-availability-check",
        "A launch in the background reads protected data unasked",
        severity: .medium,
        isProven: false,
        summary: """
            An app that the system launches in the background reads the keychain or a file in \
            `application(_:didFinishLaunchingWithOptions:)`, and its delegate never asks whether protected \
            data is available.
            """,
        rationale: """
            The system launches the app for a push, a place or a task while the device is locked, or before \
            its first unlock. The read fails, and what follows takes the data for missing.
            """,
        remedy: """
            Ask `isProtectedDataAvailable`, and read when \
            `protectedDataDidBecomeAvailableNotification` comes.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            ReachExample.modes(
                "a keychain item",
                "remote-notification",
                source: delegate("SecItemCopyMatching(query, nil)"),
                store: "",
                findings: ["App/Delegate.swift:3"]
            ),
            ReachExample.modes(
                "a file",
                "fetch",
                source: delegate("data = try? Data(contentsOf: url)"),
                store: "",
                findings: ["App/Delegate.swift:3"]
            ),
            ReachExample.modes(
                "for a call",
                "voip",
                source: delegate("state = try? Data(contentsOf: url)"),
                store: "",
                findings: ["App/Delegate.swift:3"]
            ),
            ReachExample.modes(
                "asked first",
                "fetch",
                source: delegate(
                    "if UIApplication.shared.isProtectedDataAvailable { data = try? Data(contentsOf: url) }"
                ),
                store: ""
            ),
            ReachExample.modes(
                "never launched in the background",
                "audio",
                source: delegate("data = try? Data(contentsOf: url)"),
                store: ""
            ),
            ReachExample.modes("nothing is read", "fetch", source: delegate("start()"), store: ""),
            ReachExample.modes(
                "a file of the bundle",
                "fetch",
                source: delegate(
                    "data = try? Data(contentsOf: Bundle.main.url(forResource: \"a\", withExtension: \"b\")!)"
                ),
                store: ""
            ),
            ReachExample.modes(
                "another function",
                "fetch",
                source:
                    "class Delegate {\n    func show() {\n        data = try? Data(contentsOf: url)\n    }\n}",
                store: ""
            ),
        ]
    )

    static let watches: Set<String> = [
        "isProtectedDataAvailable", "didFinishLaunchingWithOptions", "SecItemCopyMatching",
        "contentsOf",
    ]

    private static func delegate(_ line: String) -> String {
        """
        class Delegate: NSObject, UIApplicationDelegate {
            func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool {
                \(line)
                return true
            }
        }
        """
    }

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
