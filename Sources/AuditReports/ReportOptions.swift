package import PolicyAudit

/// What reports can be told beyond the model.
package struct ReportOptions: Sendable, Hashable {
    /// Whether text is coloured.
    package var colors = false
    /// The columns that text is broken at; `nil` for lines of any length.
    package var width: Int?
    /// The least level that fails a build; `nil` for none.
    package var threshold: FindingLevel? = .error

    /// The usual ones.
    package init() {}
}
