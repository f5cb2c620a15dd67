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
            `fetch` or `processing`, and none of its sources names what the mode is for: PushKit, a place \
            in the background, a manager of Bluetooth, a task of the kind that is declared. Apps that \
            link third-party frameworks are not reported, but for `fetch` and `processing`, because \
            those may use it.
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

    /// What a source that uses a mode names, or the start of what it imports.
    private struct Use {
        /// What is missing, in words.
        let spoken: String
        /// Modules; any is enough.
        var modules: [String] = []
        /// Names of types; any is enough.
        var types: Set<String> = []
        /// Names of functions, their parameters' labels and their selectors' parts; any is enough.
        var functions: Set<String> = []
        /// Names that are called or assigned to; any is enough.
        var members: Set<String> = []
        /// Whether only the app itself can use it, whatever frameworks it links.
        var isOwn = false
    }

    /// Sources: Apple, "UIBackgroundModes", and the documentation of Background Tasks, Core Location,
    /// Core Bluetooth and of SwiftUI's `backgroundTask`.
    private static let uses: [String: Use] = [
        "voip": Use(spoken: "imports PushKit or CallKit", modules: ["PushKit", "CallKit"]),
        "location": Use(
            spoken: "asks for places in the background",
            types: ["CLBackgroundActivitySession", "CLServiceSession"],
            members: ["allowsBackgroundLocationUpdates", "setAllowsBackgroundLocationUpdates:"]
        ),
        "bluetooth-central": Use(
            spoken: "names CBCentralManager",
            types: ["CBCentralManager", "CBCentralManagerDelegate"]
        ),
        "bluetooth-peripheral": Use(
            spoken: "names CBPeripheralManager",
            types: ["CBPeripheralManager", "CBPeripheralManagerDelegate"]
        ),
        "fetch": Use(
            spoken: "makes a BGAppRefreshTaskRequest or performs a fetch",
            types: ["BGAppRefreshTask", "BGAppRefreshTaskRequest"],
            functions: ["performFetchWithCompletionHandler"],
            members: [
                "setMinimumBackgroundFetchInterval", "setMinimumBackgroundFetchInterval:",
                "appRefresh",
            ],
            isOwn: true
        ),
        "processing": Use(
            spoken: "makes a BGProcessingTaskRequest",
            types: [
                "BGProcessingTask", "BGProcessingTaskRequest", "BGHealthResearchTask",
                "BGHealthResearchTaskRequest", "BGContinuedProcessingTaskRequest",
            ],
            isOwn: true
        ),
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        context.processes.filter { $0.kind == .app }.flatMap { target -> [Observation] in
            let parts = context.graph.closure(of: target)
            let isWhole = isWhole(parts, context)
            let files = Set(parts.flatMap(\.sources)).sorted().compactMap {
                context.code.file(at: $0)
            }
            return target.backgroundModes.sorted().compactMap { mode in
                guard let use = uses[mode], isWhole || use.isOwn, !files.isEmpty,
                    !isUsed(use, files, context.code)
                else { return nil }
                return Observation(
                    "'\(target.name)' declares '\(mode)' and no source \(use.spoken)",
                    confidence: .low,
                    path: target.releases.first?.infoPath.flatMap { path in
                        context.facts.documents.contains { $0.path == path } ? path : nil
                    } ?? target.project,
                    span: SourceSpan(place(of: mode, target, context))
                )
            }
        }
    }

    private static func isUsed(_ use: Use, _ files: [CodeFile], _ code: CodeIndex) -> Bool {
        let isNamed = files.contains { file in
            file.imports.contains { name in use.modules.contains { name.hasPrefix($0) } }
                || !use.types.isDisjoint(with: file.mentions)
                || file.types.contains { $0.inherited.contains(where: use.types.contains) }
                || !use.functions.isEmpty && file.functions.contains { isDeclared($0, use) }
        }
        guard !isNamed, !use.members.isEmpty else { return isNamed }
        let paths = Set(files.map(\.path))
        return code.allCalls(of: use.members).contains { paths.contains($0.path) }
            || use.members.contains { name in
                (code.assignments(to: name) ?? []).contains { paths.contains($0.scope.file.path) }
            }
    }

    private static func isDeclared(_ function: Syntax.Function, _ use: Use) -> Bool {
        function.parameters.contains { use.functions.contains($0.label ?? "") }
            || function.name.split(separator: ":").contains { use.functions.contains(String($0)) }
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

    /// Whether all the app is made of was read: nothing linked that is not a system framework, no
    /// dependency outside the tree.
    private static func isWhole(_ parts: [Target], _ context: AuditContext) -> Bool {
        let known = Set(context.facts.targets.map(\.id))
        return parts.allSatisfy { part in
            part.dependencies.allSatisfy(known.contains)
        } && !parts.flatMap(\.sources).isEmpty
    }
}
