import AuditFacts
package import AuditRules
import ProtectionModel

/// The JSON report.
///
/// Besides what scripts look at it has what is needed to render it again: of a finding `endLine`,
/// `excerpt` and `baselined`; of the whole `toolVersion`, `baseline` and `unread`. `summary` (except
/// `files`) and `readableWhileLocked` follow from the rest, and are not read back.
struct ReportDocument: Codable {
    /// The version of this format.
    static let currentVersion = 1

    struct Summary: Codable {
        let error: Int
        let warning: Int
        let note: Int
        let suppressed: Int
        let baselined: Int
        let files: FileNumber
        let unparsed: Int
    }

    struct Unread: Codable {
        let path: String
        let line: OrNull<PositiveNumber>
        let reason: String
        let message: String
    }

    let version: Int
    /// The version of the tool that audited.
    let toolVersion: String
    let policy: [String]
    /// Whether there was a baseline, so that what is not in it is new.
    let baseline: Bool
    let summary: Summary
    let findings: [FindingDocument]
    let accessMatrix: [AccessDocument]
    let inventory: [InventoryDocument]
    /// What was not read, and why.
    let unread: [Unread]

    init(_ report: AuditReport) {
        let totals = ReportTotals(report)
        version = Self.currentVersion
        toolVersion = report.toolVersion
        policy = report.policies
        baseline = report.hasBaseline
        summary = Summary(
            error: totals.new(.error),
            warning: totals.new(.warning),
            note: totals.new(.note),
            suppressed: totals.suppressed,
            baselined: totals.baselined,
            files: FileNumber(totals.fileCount),
            unparsed: totals.unreadCount
        )
        findings = report.findings.map { FindingDocument($0) }
        accessMatrix = report.accessMatrix.map { AccessDocument($0) }
        inventory = report.inventory.map { InventoryDocument($0) }
        unread = report.unread.map {
            Unread(
                path: $0.path,
                line: OrNull($0.line.map { PositiveNumber($0) }),
                reason: $0.reason,
                message: $0.message
            )
        }
    }

    /// The model it was made from.
    var report: AuditReport {
        AuditReport(
            toolVersion: toolVersion,
            policies: policy,
            findings: findings.map(\.finding),
            accessMatrix: accessMatrix.map(\.row),
            inventory: inventory.map(\.row),
            unread: unread.map {
                UnreadNote(
                    path: $0.path,
                    line: $0.line.value?.value,
                    reason: $0.reason,
                    message: $0.message
                )
            },
            fileCount: summary.files.value,
            hasBaseline: baseline
        )
    }
}

/// The report that other programs read, and that this one reads again.
package struct JSONReporter: Reporter {
    package static let name = "json"
    package static let fileName = "audit.json"

    /// A reporter; there is nothing to choose.
    package init() {}

    package func text(of report: AuditReport) -> String {
        JSONText.document(ReportDocument(report))
    }
}
