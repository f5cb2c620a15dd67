package import AuditFacts
package import AuditPolicy
public import ProtectionModel

/// The outcome of an audit: one sorted model that every kind of report is made from.
package struct AuditReport: Sendable, Hashable {
    /// The version of the tool that made it.
    package let toolVersion: String
    /// The policies it was made with, the outermost first.
    package let policies: [String]
    /// Findings by path, line, column and rule, those that do not count among them.
    package let findings: [Finding]
    /// Which kind of data can be reached in which circumstances.
    package let accessMatrix: [AccessMatrixRow]
    /// The files of the audited devices by path.
    package let inventory: [InventoryRow]
    /// What was not read, by path.
    package let unread: [UnreadNote]
    /// How many files were looked at.
    package let fileCount: Int
    /// Whether findings were compared with a baseline.
    package let hasBaseline: Bool

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
    package func count(_ level: FindingLevel) -> Int {
        findings.count { $0.level == level && $0.counts }
    }
}

/// A file of an audited device.
public struct InventoryRow: Sendable, Hashable {
    /// Its path on the device.
    public let path: String
    /// Its class.
    public let protectionClass: ProtectionClass
    /// The kind of data a policy says it is; `nil` for none.
    public let kind: String?
    /// Its size in bytes.
    public let byteCount: UInt64

    package init(
        path: String,
        protectionClass: ProtectionClass,
        kind: String?,
        byteCount: UInt64
    ) {
        self.path = path
        self.protectionClass = protectionClass
        self.kind = kind
        self.byteCount = byteCount
    }

    /// Whether it can be opened while the device is locked after a first unlock.
    public var isReadableWhileLocked: Bool { protectionClass.isOpenable(in: .locked) }
}

/// An input of the audit that was not read, wholly or in part.
public struct UnreadNote: Sendable, Hashable {
    /// The path relative to the audited root.
    public let path: String
    /// The line, from 1; `nil` when the whole input is meant.
    public let line: Int?
    /// `malformed`, `too-large`, `unreadable`, `missing`, `link` or `unsupported`.
    public let reason: String
    /// The facts in lower case, without a full stop.
    public let message: String

    package init(path: String, line: Int?, reason: String, message: String) {
        self.path = path
        self.line = line
        self.reason = reason
        self.message = message
    }
}
