import AuditFacts
import AuditRules
import ArgumentParser
import AuditCollection
import AuditReports
import ProtectionModel

/// Implements `protectctl audit`.
struct AuditCommand: GathersAndRuns {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Audit apps' sources and protected devices against policies.",
        usage: "protectctl audit [<options>] [<path> ...]",
        discussion: """
            Without a path the working folder is audited, or with --device that device alone. Without \
            --policy it is .protectctl.yml in the audited folder, else baseline. Nothing of what is \
            audited is run. Ends with 1 when there is a finding of the level --fail-on or above it. \
            A folder called 'rules' is './rules'.
            """,
        subcommands: [AuditRulesCommand.self, AuditExplainCommand.self]
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var input: AuditInput
    @OptionGroup var result: AuditOutput
    @Argument(
        help: ArgumentHelp("Folders of sources, or single sources.", valueName: "path"),
        completion: .file()
    )
    var paths: [String] = []

    func run() throws {
        try result.check(global)
        let baseline = try result.known()
        let rules = try input.rules()
        let today = try input.day()
        let jobs = try input.jobCount()
        let sources = global.device == nil || !paths.isEmpty
        let tree = sources ? try AuditedTree(paths.isEmpty ? ["."] : paths) : nil
        let policies = try AuditPolicies(
            input.policy,
            root: tree?.root ?? HostPath.absolute("."),
            traits: input.traits
        )
        let changed = try changedPaths(tree)
        var facts = tree.map { collect($0, jobs) } ?? Facts()
        if let tree, facts.code.isEmpty, facts.documents.isEmpty, facts.targets.isEmpty {
            global.console.talk(
                "'\(tree.root)' has no sources, projects or property lists that are audited;"
                    + " tests and copied sources are with --include, devices with --device"
            )
        }
        if global.device != nil { try DeviceSurvey(global).add(to: &facts) }
        var audit = RuleRun(facts: facts, policy: policies.policy, today: today)
        audit.askingEach = { rules, ask in
            ParallelMap.map(rules, jobs: jobs) { ask($0) }
        }
        audit.audited = input.scopes
        audit.onlyRules = rules
        audit.baseline = baseline
        audit.changed = changed.map { $0.union(facts.devices.flatMap(\.paths)) }
        let report = audit.report(toolVersion: ProtectctlCommand.version) { path in
            tree?.bytes(of: path) ?? policies.text(path)
        }
        try result.write(report, global, known: audit.baseline(after: report))
        try finish(report)
    }

    private func collect(_ tree: AuditedTree, _ jobs: Int) -> Facts {
        let cache = FactsCache(of: input.noCache ? nil : tree.root)
        let bar = ProgressBar(global.console, total: nil, of: .files)
        bar.begin("reading")
        let facts = AuditCollector(swift: cache.swift, objectiveC: cache.objectiveC).collect(
            tree.tree,
            scopes: input.scopes,
            jobs: jobs,
            onProgress: { bar.show($0, of: $1) }
        )
        bar.end()
        cache.keep()
        return facts
    }

    private func changedPaths(_ tree: AuditedTree?) throws -> Set<String>? {
        guard let revision = input.changedSince else { return nil }
        guard let tree else {
            throw ToolError(.invalidArgument, "--changed-since needs sources that are audited")
        }
        return try tree.folders.reduce(into: []) { all, folder in
            let paths = try ChangedPaths.since(revision, in: folder.path)
            all.formUnion(paths.map { folder.prefix + $0 })
        }
    }

    private func finish(_ report: AuditReport) throws {
        guard let level = result.failOn.value.level else { return }
        let counting = report.findings.filter(\.counts)
        let isStale =
            result.strictBaseline && counting.contains { $0.rule == Baseline.staleRule }
        if isStale || counting.contains(where: { $0.level >= level }) { throw ExitCode(1) }
    }
}
