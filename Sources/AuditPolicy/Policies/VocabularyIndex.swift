/// The terms of a vocabulary by their words, so that a name costs its own length and not theirs.
struct VocabularyIndex: Sendable, Hashable {
    /// A term of one or more words.
    private struct Term: Sendable, Hashable {
        let words: [String]
        let match: VocabularyMatch
        /// Whether it stands for whole names alone.
        let isWhole: Bool
        /// Its place among all terms; of several that fit the first counts.
        let order: Int

        /// Whether it counts where both fit.
        func isBefore(_ other: Term) -> Bool {
            match.isGuess == other.match.isGuess ? order < other.order : !match.isGuess
        }
    }

    private var terms: [String: [Term]] = [:]
    private var termCount = 0
    private var endings: [String: [[String]]] = [:]
    private let wholeNames: Set<[String]>

    init(
        credential: [String],
        personal: [String],
        measured: [String],
        endings: [String],
        names: [String]
    ) {
        wholeNames = Set(names.map(Self.words(of:)))
        for ending in endings.map(Self.words(of:)) {
            if let last = ending.last { self.endings[last, default: []].append(ending) }
        }
        add(credential, .credential)
        add(measured, .personal, isMeasured: true)
        add(personal, .personal)
    }

    /// What a name made of `words` indicates; endings are looked at unless it is one of a handler.
    ///
    /// Terms that are guesses count only where one `isGuessing`, and only where no other fits.
    func match(
        _ words: [String],
        isHandler: Bool = false,
        isGuessing: Bool = false
    ) -> VocabularyMatch? {
        if !isHandler, wholeNames.contains(words) { return nil }
        let harmless = isHandler ? 0 : harmlessCount(words)
        // `addressesWithPrivateKeys` may be no more than the addresses of those who have one.
        let owned = isHandler ? nil : words.dropFirst().firstIndex(of: "with")
        var best: Term?
        for start in words.indices {
            if let owned, start > owned, !isGuessing { break }
            for term in (terms[words[start]] ?? []) + (terms[Self.singular(of: words[start])] ?? [])
            where (isGuessing || !term.match.isGuess) && fits(term, words, start, harmless) {
                if best.map({ term.isBefore($0) }) ?? true { best = term }
            }
        }
        guard let best else { return nil }
        let isOwned = owned.map { $0 < (words.firstIndex(of: best.words[0]) ?? 0) } ?? false
        return isOwned ? best.match.guessed : best.match
    }

    private mutating func add(
        _ texts: [String],
        _ sensitivity: Sensitivity,
        isMeasured: Bool = false
    ) {
        for text in texts {
            let isGuess = text.hasPrefix("?")
            let marked = isGuess ? text.dropFirst() : text[...]
            let isWhole = marked.hasPrefix("=")
            let term = String(isWhole ? marked.dropFirst() : marked)
            let words = Self.words(of: term)
            guard let first = words.first else { continue }
            terms[first, default: []].append(
                Term(
                    words: words,
                    match: VocabularyMatch(
                        sensitivity: sensitivity,
                        term: term,
                        isGuess: isGuess,
                        isMeasured: isMeasured
                    ),
                    isWhole: isWhole,
                    order: termCount
                )
            )
            termCount += 1
        }
    }

    /// Whether `term` stands at `start` of a name the last `harmless` words of which are harmless: then
    /// only a term that covers them counts.
    private func fits(_ term: Term, _ words: [String], _ start: Int, _ harmless: Int) -> Bool {
        if term.isWhole { return words == term.words }
        let end = start + term.words.count
        guard end <= words.count else { return false }
        guard harmless == 0 || end == words.count && term.words.count >= harmless else {
            return false
        }
        return words[start..<(end - 1)].elementsEqual(term.words.dropLast())
            && [words[end - 1], Self.singular(of: words[end - 1])].contains(term.words.last)
    }

    /// `password` for `passwords`; empty for what does not end in an `s`.
    private static func singular(of word: String) -> String {
        word.hasSuffix("s") ? String(word.dropLast()) : ""
    }

    /// How many words at the end of a name make it harmless; 0 for none.
    func harmlessCount(_ words: [String]) -> Int {
        guard let last = words.last else { return 0 }
        let singular = words.dropLast() + [Self.singular(of: last)]
        let fitting =
            (endings[last] ?? []).filter { words.suffix($0.count).elementsEqual($0) }
            + (endings[Self.singular(of: last)] ?? []).filter {
                singular.suffix($0.count).elementsEqual($0)
            }
        return fitting.map(\.count).max() ?? 0
    }

    private static func words(of text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
