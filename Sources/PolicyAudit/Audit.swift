public import AuditFacts
public import AuditPolicy
public import AuditReports
public import AuditRules

/// The outcome of an audit: findings, what was not read, and reports of both.
public struct Audit: Sendable {
    /// The model that reports are made from.
    package let model: AuditReport
    /// The findings that nobody has accepted, for the next audit's baseline, with those of the
    /// previous baseline that this audit did not look for.
    public let baseline: Baseline
    /// Whether there was any source, project or document to audit.
    package let hasSources: Bool

    /// Findings by path, line, column and rule; those that do not count are among them, see
    /// ``Finding/counts``.
    public var findings: [Finding] { model.findings }

    /// Which kind of data the policy lets code reach in which lock state.
    public var accessMatrix: [AccessMatrixRow] { model.accessMatrix }

    /// The files of the audited devices, by path.
    public var inventory: [InventoryRow] { model.inventory }

    /// What was not read or not understood, by path.
    public var unread: [UnreadNote] { model.unread }

    /// How many files were looked at.
    public var fileCount: Int { model.fileCount }

    /// Whether a finding that counts has the level `threshold` or a higher one.
    public func fails(at threshold: FindingLevel = .error) -> Bool {
        findings.contains { $0.counts && $0.level >= threshold }
    }

    /// A report, UTF-8 that ends with a line feed; the same for the same audit.
    public func report(as format: ReportFormat) -> String {
        report(as: format, ReportOptions())
    }

    /// A report with options.
    package func report(as format: ReportFormat, _ options: ReportOptions) -> String {
        format.reporter(rules: RuleBook(RuleCatalogue.descriptions), options: options)
            .text(of: model)
    }
}
