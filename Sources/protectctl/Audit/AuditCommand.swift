import ArgumentParser
import AuditFacts
import PolicyAudit
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
        if tree == nil { global.console.remark(on: policies.asked, for: policies.stack) }
        var runner = AuditRunner(policies: policies.policies, today: today) { policies.text($0) }
        runner.changedPaths = try changedPaths(tree)
        runner.scopes = input.scopes
        runner.rules = rules
        runner.baseline = baseline
        runner.threadCount = jobs
        runner.toolVersion = ProtectctlCommand.version
        let devices = global.device == nil ? [] : [try DeviceSurvey.device(global)]
        let audit = try run(runner, tree, devices)
        if let tree, !audit.hasSources {
            global.console.talk(
                "'\(tree.root)' has no sources, projects or property lists that are audited;"
                    + " --include adds tests and copied sources, --device a device"
            )
        }
        try result.write(audit, global)
        try finish(audit)
    }

    private func run(
        _ runner: AuditRunner,
        _ tree: AuditedTree?,
        _ devices: [AuditedDevice]
    ) throws -> Audit {
        guard let tree else { return try runner.run(on: nil, devices) }
        let cache = FactsCache(of: input.noCache ? nil : tree.root)
        let bar = ProgressBar(global.console, total: nil, of: .files)
        var runner = runner
        runner.readers = (cache.swift, cache.objectiveC)
        runner.progress = { bar.show($0, of: $1) }
        bar.begin("reading")
        defer {
            bar.end()
            cache.keep()
        }
        return try runner.run(on: tree.tree, devices)
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

    private func finish(_ audit: Audit) throws {
        guard let level = result.failOn.value.level else { return }
        let isStale =
            result.strictBaseline
            && audit.findings.contains { $0.counts && $0.rule == Baseline.staleRule }
        if isStale || audit.fails(at: level) { throw ExitCode(1) }
    }
}
