/// The first line of each of the ledger's documents: where it stands in the chain, and how far it
/// goes.
struct LedgerHead: Sendable, Hashable, Codable {
    static let most = 1 << 40

    var version = 1
    /// The number of the document, from 1.
    var part: Int
    /// The number of the entry before the first one here; 0 when there is none.
    var after: Int
    /// The hash of that entry.
    var previous: String
    /// The number of the last entry here.
    var last: Int
    /// The hash of the last entry, without which its change or removal would not show.
    var head: String

    /// How many entries the document has.
    var count: Int { last - after }

    var isConsistent: Bool {
        (1...Self.most).contains(part) && (0...Self.most).contains(after)
            && (after...after + LedgerPart.most).contains(last)
    }
}
