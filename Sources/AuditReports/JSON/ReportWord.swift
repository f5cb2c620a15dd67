import PolicyAudit
import ProtectionModel

/// A vocabulary of the JSON report.
protocol ReportWord: CaseIterable {
    /// The word that stands for the value.
    var word: String { get }
}

extension FindingLevel: ReportWord {
    var word: String { rawValue }
}

extension Confidence: ReportWord {
    var word: String { rawValue }
}

extension LockState: ReportWord {
    var word: String { rawValue }
}

extension ProtectionClass: ReportWord {
    var word: String { name }
}

extension AccessMatrixRow.Access: ReportWord {
    var word: String { rawValue }
}
