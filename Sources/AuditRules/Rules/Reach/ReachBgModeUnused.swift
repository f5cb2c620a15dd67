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
            An app declares the mode `voip`, `location`, `bluetooth-central` or `processing`, and none of its \
            sources imports or names what the mode is for. Apps that link third-party frameworks are not \
            reported, because those may use it.
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

    /// What a source imports when it uses the mode.
    private static let modules: [String: [String]] = [
        "voip": ["PushKit", "CallKit"], "location": ["CoreLocation"],
        "bluetooth-central": ["CoreBluetooth"], "bluetooth-peripheral": ["CoreBluetooth"],
        "processing": ["BackgroundTasks"],
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        context.processes.filter { $0.kind == .app }.flatMap { target -> [Observation] in
            let parts = context.graph.closure(of: target)
            guard isWhole(parts, context) else { return [] }
            let imports = Set(
                parts.flatMap(\.sources).compactMap { context.code.file(at: $0) }.flatMap(\.imports)
            )
            return target.backgroundModes.sorted().compactMap { mode in
                guard let modules = modules[mode],
                    !imports.contains(where: { name in modules.contains { name.hasPrefix($0) } })
                else { return nil }
                return Observation(
                    "'\(target.name)' declares '\(mode)' and no source imports \(modules.joined(separator: " or "))",
                    confidence: .low,
                    path: target.releases.first?.infoPath.flatMap { path in
                        context.facts.documents.contains { $0.path == path } ? path : nil
                    } ?? target.project,
                    span: SourceSpan(place(of: target, context))
                )
            }
        }
    }

    private static func place(of target: Target, _ context: AuditContext) -> SourcePlace {
        guard let configuration = target.releases.first, let path = configuration.infoPath,
            context.facts.documents.contains(where: { $0.path == path })
        else { return target.place }
        return configuration.info?.entry("UIBackgroundModes")?.place ?? .start
    }

    /// Whether all the app is made of was read: nothing linked that is not a system framework, no
    /// dependency outside the tree.
    private static func isWhole(_ parts: [Target], _ context: AuditContext) -> Bool {
        let known = Set(context.facts.targets.map(\.id))
        return parts.allSatisfy { part in
            part.dependencies.allSatisfy(known.contains)
        } && !parts.flatMap(\.sources).isEmpty
    }
}
