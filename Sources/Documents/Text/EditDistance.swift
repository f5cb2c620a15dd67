/// How far apart two words are, for "did you mean".
package enum EditDistance {
    /// The insertions, deletions and substitutions that turn `first` into `second` (Levenshtein).
    ///
    /// - Complexity: O(n·m) in characters; callers bound the length.
    static func between(_ first: String, _ second: String) -> Int {
        let target = Array(second)
        var row = Array(0...target.count)
        for (above, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = above + 1
            for place in target.indices {
                let substitution = diagonal + (target[place] == character ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(substitution, diagonal + 1, row[place] + 1)
            }
        }
        return row[target.count]
    }

    /// The candidate nearest to `word` within two edits, the first of equals.
    ///
    /// Words longer than 64 characters, or with as many edits as characters, are like nothing.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let count = word.count
        return
            candidates
            .filter { abs($0.count - count) <= 2 }
            .map { (candidate: $0, distance: between(word, $0)) }
            .filter { $0.distance <= 2 && $0.distance < min(count, $0.candidate.count) }
            .min { $0.distance < $1.distance }?
            .candidate
    }
}
