package import PolicyAudit

/// Why a file of an audited tree could not be read.
package struct SourceTreeError: Error, Sendable, Hashable {
    /// In the words of the report.
    package let reason: UnreadInput.Reason
    /// The facts in lower case, without a full stop.
    package let message: String

    /// An error for `reason`.
    package init(_ reason: UnreadInput.Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}
