import ProtectedStore
import ProtectionModel

/// The document of `fsck --json`.
struct CheckDocument: Encodable {
    struct Finding: Encodable {
        let path: String
        let code: String
        let message: String

        init(_ finding: CheckReport.Finding) {
            path = finding.path
            code = finding.code.description
            message = finding.message
        }
    }

    let version = 1
    let checked: Int
    let skippedLocked: Int
    let damaged: [Finding]
    let repaired: [Finding]
    let unread: [Finding]

    init(_ report: CheckReport) {
        checked = report.checked
        skippedLocked = report.skippedLocked
        damaged = report.damaged.map(Finding.init)
        repaired = report.repaired.map(Finding.init)
        unread = report.unread.map(Finding.init)
    }
}
