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
    }

    private var terms: [String: [Term]] = [:]
    private var termCount = 0
    private var endings: [String: [[String]]] = [:]
    private let wholeNames: Set<[String]>

    init(credential: [String], personal: [String], endings: [String], names: [String]) {
        wholeNames = Set(names.map(Self.words(of:)))
        for ending in endings.map(Self.words(of:)) {
            if let last = ending.last { self.endings[last, default: []].append(ending) }
        }
        add(credential, .credential)
        add(personal, .personal)
    }

    /// What a name made of `words` indicates; endings are looked at unless it is one of a handler.
    func match(_ words: [String], isHandler: Bool = false) -> VocabularyMatch? {
        if !isHandler, wholeNames.contains(words) { return nil }
        let mustEnd = !isHandler && isHarmless(words)
        var best: Term?
        for start in words.indices {
            for term in terms[words[start]] ?? [] where fits(term, words, start, mustEnd) {
                if best.map({ term.order < $0.order }) ?? true { best = term }
            }
        }
        return best?.match
    }

    private mutating func add(_ texts: [String], _ sensitivity: Sensitivity) {
        for text in texts {
            let isWhole = text.hasPrefix("=")
            let term = isWhole ? String(text.dropFirst()) : text
            let words = Self.words(of: term)
            guard let first = words.first else { continue }
            terms[first, default: []].append(
                Term(
                    words: words,
                    match: VocabularyMatch(sensitivity: sensitivity, term: term),
                    isWhole: isWhole,
                    order: termCount
                )
            )
            termCount += 1
        }
    }

    private func fits(_ term: Term, _ words: [String], _ start: Int, _ mustEnd: Bool) -> Bool {
        if term.isWhole { return words == term.words }
        let end = start + term.words.count
        guard end <= words.count, !mustEnd || end == words.count else { return false }
        return words[start..<end].elementsEqual(term.words)
    }

    /// Whether a name made of `words` ends in a harmless word.
    func isHarmless(_ words: [String]) -> Bool {
        guard let last = words.last else { return false }
        return (endings[last] ?? []).contains { words.suffix($0.count).elementsEqual($0) }
    }

    private static func words(of text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
