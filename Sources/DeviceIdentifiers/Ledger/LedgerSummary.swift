/// What one application read, from its entries in the ledger.
public struct LedgerSummary: Sendable, Hashable, Codable {
    /// The application.
    public let app: BundleIdentifier
    /// How many times it read an identifier.
    public let readings: Int
    /// How many of these it gave no purpose for.
    public let withoutPurpose: Int
    /// How many times it read each identifier, by the ledger's word for it.
    public let identifiers: [String: Int]
    /// How many times it got each result, by the ledger's word for it.
    public let results: [String: Int]
    /// When it read one first: RFC 3339 in UTC.
    public let first: String
    /// When it read one last: RFC 3339 in UTC.
    public let last: String

    init?(_ app: BundleIdentifier, _ entries: [LedgerEntry]) {
        guard let first = entries.first, let last = entries.last else { return nil }
        self.app = app
        readings = entries.count
        withoutPurpose = entries.count { $0.purpose == nil }
        identifiers = Dictionary(grouping: entries, by: \.identifier.description)
            .mapValues(\.count)
        results = Dictionary(grouping: entries, by: \.result.description).mapValues(\.count)
        self.first = first.at
        self.last = last.at
    }
}
