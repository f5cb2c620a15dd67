/// The text of statements, for fingerprints and excerpts.
package enum StatementText {
    /// The lines from `first` to `last`, both from 1, as far as there are any; at most `limit`.
    package static func excerpt(
        _ lines: [Substring],
        from first: Int,
        to last: Int,
        limit: Int = 4
    ) -> [String] {
        guard first >= 1, first <= lines.count else { return [] }
        let last = min(last, lines.count, first + limit - 1)
        return lines[(first - 1)..<max(first, last)].map { String($0.prefix(400)) }
    }

    /// `lines` as one text in which white space counts once, so that indentation and line breaks
    /// change nothing.
    package static func normalized(_ lines: [String]) -> String {
        lines.joined(separator: " ").split { $0.isWhitespace }.joined(separator: " ")
    }
}
