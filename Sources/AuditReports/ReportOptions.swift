package import PolicyAudit

/// What reports can be told beyond the model.
package struct ReportOptions: Sendable, Hashable {
    /// Whether text is coloured.
    package var colors = false
    /// The columns that text is broken at; `nil` for lines of any length.
    package var width: Int?
    /// The least level that fails a build; `nil` for none.
    package var threshold: FindingLevel? = .error
    /// What tells apart several runs over one commit, such as an app's name where there are many.
    package var category: String?
    /// Whether SARIF has GitHub's own fingerprint too: its upload action computes it, uploads through
    /// its REST interface need it.
    package var hasLineHash = false
    /// The tool's own page; `nil` while it has none.
    package var homePage: String?
    /// What stands before a path in links of Markdown, such as
    /// `https://github.com/owner/name/blob/main/`.
    package var linkBase = ""

    /// The usual ones.
    package init() {}
}
