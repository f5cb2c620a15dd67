/// The text of statements, for fingerprints and excerpts.
package enum StatementText {
    /// The most Unicode scalars of a line.
    private static let lineLimit = 400

    /// The lines from `first` to `last`, both from 1, as far as there are any; at most `limit`.
    package static func excerpt(
        _ lines: [Substring],
        from first: Int,
        to last: Int,
        limit: Int = 4
    ) -> [String] {
        guard first >= 1, first <= lines.count else { return [] }
        let last = min(last, lines.count, first + limit - 1)
        return lines[(first - 1)..<max(first, last)].map {
            String($0.unicodeScalars.prefix(lineLimit))
        }
    }

    /// Whether an excerpt tells its statement from others: not what was cut off, nor bytes that are
    /// no text.
    static func isTelling(_ excerpt: [String]) -> Bool {
        !excerpt.isEmpty
            && excerpt.allSatisfy {
                $0.unicodeScalars.count < lineLimit && !$0.contains("\u{FFFD}")
            }
    }
}
