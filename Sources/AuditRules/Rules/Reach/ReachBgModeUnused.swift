import AuditFacts
import Documents

/// `reach.bg-mode-unused`: a background mode that nothing uses.
enum ReachBgModeUnused: Rule {
    static let description = RuleDescription(
        "reach.bg-mode-unused",
        "A background mode is declared and nothing uses it",
        severity: .medium,
        isProven: false,
        summary: """
            An app declares the mode `voip`, `location`, `bluetooth-central`, `bluetooth-peripheral`, \
            `remote-notification`, `fetch` or `processing`, and none of its sources names what the mode is \
            for: PushKit, a place in the background, a manager of Bluetooth, a handler of silent pushes, a \
            task of the kind that is declared. A fetch whose interval is only ever set to never is none. \
            Apps that link third-party frameworks are not reported, but for `fetch` and `processing`, \
            because those may use it.
            """,
        rationale: """
            App Review refuses unused modes, and each one is a way for the app to run while the device \
            is locked.
            """,
        remedy: """
            Remove the mode from `UIBackgroundModes`.
            """,
        references: RuleReferences(
            controls: ["PRIVACY-1"],
            tests: ["0362"],
            weaknesses: ["0066"],
            commonWeaknesses: [250]
        ),
        examples: [
            RuleExample(
                "calls",
                in: .app(inBackground: "voip"),
                files: [
                    "App/Delegate.swift": "final class A {}"
                ],
                findings: ["project.yml:4"]
            ),
            RuleExample(
                "calls with PushKit",
                in: .app(inBackground: "voip"),
                files: [
                    "App/Delegate.swift": """
                    import PushKit
                    final class A {}
                    """
                ]
            ),
        ]
    )

    static let watches: Set<String> = []

    static func observations(in context: AuditContext) -> [Observation] {
        context.processes.filter { $0.kind == .app }.flatMap { target -> [Observation] in
            let uses = BackgroundModeUses(of: target, context)
            return target.backgroundModes.sorted().compactMap { mode in
                guard let missing = uses.missing(for: mode) else { return nil }
                return Observation(
                    "'\(target.name)' declares '\(mode)' and no source \(missing)",
                    confidence: .low,
                    path: target.releases.first?.infoPath.flatMap { path in
                        context.facts.documents.contains { $0.path == path } ? path : nil
                    } ?? target.project,
                    span: SourceSpan(place(of: mode, target, context))
                )
            }
        }
    }

    private static func place(
        of mode: String,
        _ target: Target,
        _ context: AuditContext
    ) -> SourcePlace {
        guard let configuration = target.releases.first, let path = configuration.infoPath,
            context.facts.documents.contains(where: { $0.path == path })
        else { return target.place }
        let entry = configuration.info?.entry("UIBackgroundModes")
        let own = entry?.value.elements.first { $0.string == mode }
        return own.map { SourcePlace($0.location) } ?? entry?.place ?? .start
    }
}
