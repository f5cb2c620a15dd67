/// What GitHub takes in and shows (GitHub, "SARIF support for code scanning", section on limits).
package struct SARIFLimits: Sendable, Hashable {
    /// As many tags are shown of a rule.
    static let tags = 10

    /// More results and the file is refused.
    package var results = 25_000
    /// As many results are shown, the weightiest.
    package var shownResults = 5_000
    /// As many related places are shown of a result.
    package var relatedLocations = 100
    /// As many rules are described that the tool does not know; a saved report may name any number.
    package var unknownRules = 1_000
    /// Notifications have no limit of their own; more than these nobody reads.
    package var notifications = 1_000
    /// The limit is 10 MB after gzip, which makes a fifth or less of such text.
    package var byteCount = 50_000_000

    /// Those that hold today.
    package init() {}
}
