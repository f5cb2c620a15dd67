import AuditFacts
import AuditPolicy

/// What the sources of an app do with its background modes.
struct BackgroundModeUses {
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
        /// Calls that switch it on, and the end of the name of the constant that switches it off:
        /// where all do that, nothing uses it.
        var switches: Set<String> = []
        var off = ""
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
            members: ["appRefresh"],
            switches: [
                "setMinimumBackgroundFetchInterval", "setMinimumBackgroundFetchInterval:",
            ],
            off: "IntervalNever",
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
        "remote-notification": Use(
            spoken: "handles silent pushes",
            functions: [
                "fetchCompletionHandler", "didReceiveRemoteNotification",
                "application:didReceiveRemoteNotification:fetchCompletionHandler:",
            ],
        ),
    ]

    private let files: [CodeFile]
    private let code: CodeIndex
    /// Whether all the app is made of was read: nothing linked that is not a system framework, no
    /// dependency outside the tree.
    private let isWhole: Bool

    /// What the sources of `target` and of what is linked into it do.
    init(of target: Target, _ context: AuditContext) {
        let parts = context.graph.closure(of: target)
        let known = Set(context.facts.targets.map(\.id))
        let sources = Set(parts.flatMap(\.sources))
        code = context.code
        files = sources.sorted().compactMap { context.code.file(at: $0) }
        isWhole =
            !sources.isEmpty && parts.allSatisfy { $0.dependencies.allSatisfy(known.contains) }
    }

    /// What no source does that would use `mode`, in words; `nil` where one does, or something that
    /// was not read may.
    func missing(for mode: String) -> String? {
        guard let use = Self.uses[mode], isWhole || use.isOwn, !files.isEmpty, !isUsed(use) else {
            return nil
        }
        return use.spoken
    }

    /// Whether sources were read and none uses `mode`, whatever a framework may do with it.
    func isUnseen(_ mode: String) -> Bool {
        guard let use = Self.uses[mode], !files.isEmpty else { return false }
        return !isUsed(use)
    }

    private func isUsed(_ use: Use) -> Bool {
        let isNamed = files.contains { file in
            file.imports.contains { name in use.modules.contains { name.hasPrefix($0) } }
                || !use.types.isDisjoint(with: file.mentions)
                || file.types.contains { $0.inherited.contains(where: use.types.contains) }
        }
        let paths = Set(files.map(\.path))
        guard !isNamed, !isCalled(use.members, in: paths) else { return true }
        let switches = code.allCalls(of: use.switches).filter { paths.contains($0.path) }
        guard switches.isEmpty else {
            return !switches.allSatisfy { found in
                found.call.arguments.contains { $0.value.ownName?.hasSuffix(use.off) ?? false }
            }
        }
        return files.contains { $0.functions.contains { isDeclared($0, use) } }
    }

    private func isCalled(_ members: Set<String>, in paths: Set<String>) -> Bool {
        code.allCalls(of: members).contains { paths.contains($0.path) }
            || members.contains { name in
                (code.assignments(to: name) ?? []).contains { paths.contains($0.scope.file.path) }
            }
    }

    private func isDeclared(_ function: Syntax.Function, _ use: Use) -> Bool {
        function.parameters.contains { use.functions.contains($0.label ?? "") }
            || function.name.split(separator: ":").contains { use.functions.contains(String($0)) }
    }
}
