/// The outcome of an audit: one sorted model that every kind of report is made from.
public struct AuditReport: Sendable, Hashable {
    /// The version of the tool that made it.
    public let toolVersion: String
    /// The policies it was made with, the outermost first.
    public let policies: [String]
    /// Findings by path, line, column and rule, those that do not count among them.
    public let findings: [Finding]
    /// Which kind of data can be reached in which circumstances.
    public let accessMatrix: [AccessMatrixRow]
    /// The files of the audited devices by path.
    public let inventory: [InventoryRow]
    /// What was not read, by path.
    public let unread: [UnreadNote]
    /// How many files were looked at.
    public let fileCount: Int
    /// Whether findings were compared with a baseline.
    public let hasBaseline: Bool

    package init(
        toolVersion: String,
        policies: [String],
        findings: [Finding],
        accessMatrix: [AccessMatrixRow],
        inventory: [InventoryRow],
        unread: [UnreadNote],
        fileCount: Int,
        hasBaseline: Bool
    ) {
        self.toolVersion = toolVersion
        self.policies = policies
        self.findings = findings
        self.accessMatrix = accessMatrix
        self.inventory = inventory
        self.unread = unread
        self.fileCount = fileCount
        self.hasBaseline = hasBaseline
    }

    /// How many findings of `level` count.
    public func count(_ level: FindingLevel) -> Int {
        findings.count { $0.level == level && $0.counts }
    }
}
