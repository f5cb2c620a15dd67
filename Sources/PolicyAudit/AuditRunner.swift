package import AuditCollection
public import AuditFacts
import AuditPolicy
import AuditRules
import ProtectionModel
import SystemIO

/// Audits an app's sources and protected devices against policies.
///
/// ```swift
/// var runner = try AuditRunner(policies: [.shipped(.strict)], today: CalendarDay(.now))
/// runner.threadCount = 4
/// let audit = try runner.run(folder: "App")
/// print(audit.report(as: .text))
/// ```
///
/// Nothing of what is audited is run or written, and no symbolic link below the folder is followed.
/// Names that differ in bytes but not as Unicode texts, such as é of one scalar and of two, are given
/// in findings with their bytes outside of ASCII percent-encoded.
/// The same sources, policies and settings give the same audit, byte for byte.
public struct AuditRunner: Sendable {
    /// Called with how many of how many files have been read, on any thread.
    ///
    /// There are fewer once the projects are read and it is known which sources are wanted.
    public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    /// The day that the end dates of exceptions and suppressions are compared with.
    public var today: CalendarDay
    /// Whose files are audited: the app's, unless tests or vendored sources are asked for too.
    public var scopes: Set<FileScope> = [.app]
    /// The ids of the rules that run; `nil` for all that the policies do not turn off.
    public var rules: Set<String>?
    /// Findings that do not count, because they were there before.
    public var baseline: Baseline?
    /// The paths, relative to the folder, whose findings are reported; `nil` for all.
    ///
    /// They are as on disk; of files whose paths are the same text, all are reported.
    ///
    /// Findings on devices are always reported.
    public var changedPaths: Set<String>?
    /// How many threads read and ask rules; the audit is the same for any number.
    public var threadCount = 1
    /// What reports give as the version of the tool.
    public var toolVersion = "0"
    /// Called as the reading proceeds.
    public var progress: Progress = { _, _ in }

    /// What reads Swift and Objective-C; `nil` for what this build does not read.
    package var readers: (swift: AuditCollector.CodeReader?, objectiveC: AuditCollector.CodeReader?)

    private let policies: TraitPolicies
    private let policyText: @Sendable (String) -> [UInt8]?

    /// A runner for `policies`, of which later ones win.
    ///
    /// `traits`, such as `["configuration": "Release"]`, select the overlays of the policies. The
    /// traits `target` and `configuration`, where they are not given, are for each finding those of
    /// the place it is about.
    ///
    /// - Throws: `malformed-policy` for a policy that cannot be read or is wrong, with everything
    ///   that is wrong, one per line; `invalid-argument` for a trait that no policy knows.
    public init(
        policies: [PolicySource],
        traits: [String: String] = [:],
        today: CalendarDay
    ) throws(ProtectionError) {
        let loaded = try LoadedPolicies(policies, traits: traits)
        self.init(policies: loaded.policies, today: today) { loaded.text($0) }
    }

    /// A runner under policies that were read already; `policyText` gives the texts they were read
    /// from.
    package init(
        policies: TraitPolicies,
        today: CalendarDay,
        policyText: @escaping @Sendable (String) -> [UInt8]?
    ) {
        self.policies = policies
        self.today = today
        self.policyText = policyText
        let watched = RuleCatalogue.watches
        let swift: AuditCollector.CodeReader = { path, bytes in
            SwiftSourceReader.read(path: path, bytes: bytes, watched: watched)
        }
        let objectiveC: AuditCollector.CodeReader = { path, bytes in
            ObjectiveCSourceReader.read(path: path, bytes: bytes, watched: watched)
        }
        readers = (SwiftSourceReader.isAvailable ? swift : nil, objectiveC)
    }

    /// Audits the folder or single source at `path`, and `devices` beside it.
    ///
    /// - Throws: `not-found` when it cannot be opened, `invalid-argument` for an unknown rule, and for
    ///   a target or configuration as a trait that the folder does not have; `malformed-policy` where
    ///   overlays make more than 64 policies of targets and configurations.
    public func run(
        folder path: String,
        devices: [AuditedDevice] = []
    ) throws(ProtectionError) -> Audit {
        try checkRules()
        let tree: HostTree
        do { tree = try HostTree(path) } catch {
            throw ProtectionError(.notFound, "cannot open '\(path)': \(error.errno)", path: path)
        }
        return try run(on: tree, devices)
    }

    /// Audits devices alone.
    ///
    /// - Throws: `invalid-argument` for an unknown rule.
    public func run(devices: [AuditedDevice]) throws(ProtectionError) -> Audit {
        try checkRules()
        return try run(on: nil, devices)
    }

    /// Audits `tree`, or devices alone.
    ///
    /// - Throws: `invalid-argument` for a target or configuration as a trait that the tree does not
    ///   have, `malformed-policy` where overlays make too many policies.
    package func run(
        on tree: (any SourceTree)?,
        _ devices: [AuditedDevice]
    ) throws(ProtectionError) -> Audit {
        let tree = tree.map { DistinctTree($0) }
        var facts = tree.map(collect) ?? Facts()
        let isEmpty =
            facts.code.isEmpty && facts.documents.isEmpty && facts.targets.isEmpty
            && facts.schemas.isEmpty
        for device in devices { device.add(to: &facts) }
        let policies = try policies.branches(for: facts.targets)
        var run = RuleRun(facts: facts, policies: policies, today: today)
        let threads = threadCount
        run.askingEach = { rules, ask in ParallelMap.map(rules, jobs: threads) { ask($0) } }
        run.audited = scopes
        run.onlyRules = rules
        run.baseline = baseline
        run.changed = changedPaths.map { paths in
            (tree?.spellings(of: paths) ?? paths).union(facts.devices.flatMap(\.paths))
        }
        let report = run.report(toolVersion: toolVersion) { path in
            (try? tree?.read(path, limit: 16 << 20)) ?? policyText(path)
        }
        return Audit(
            model: report,
            baseline: run.baseline(after: report),
            hasSources: tree != nil && !isEmpty
        )
    }

    private func collect(_ tree: DistinctTree) -> Facts {
        AuditCollector(swift: readers.swift, objectiveC: readers.objectiveC)
            .collect(tree, scopes: scopes, jobs: threadCount, onProgress: progress)
    }

    private func checkRules() throws(ProtectionError) {
        for rule in (rules ?? []).sorted() where RuleCatalogue.description(of: rule) == nil {
            throw ProtectionError(.invalidArgument, "unknown rule '\(rule)'")
        }
    }
}
