import Foundation

/// Texts as queries compare them, the same in every engine.
package enum TextFolding {
    /// The text without its case, decomposed: equal texts have equal bytes, and a letter with an
    /// accent comes right behind the letter.
    package static func withoutCase(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: .caseInsensitive, locale: nil)
            .decomposedStringWithCanonicalMapping
    }

    /// The one spelling of texts that Swift takes for equal.
    package static func canonical(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.decomposedStringWithCanonicalMapping
    }

    /// The words of a text without case, accents and width, in their order.
    package static func words(of text: String) -> [String] {
        let folded = text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        )
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in folded.unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(String(word))
                word.removeAll()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    /// The words of a search: those that every other text has are left out.
    package static func searchWords(of text: String) -> [String] {
        words(of: text).filter { !stopWords.contains($0) }
    }

    /// The stop words of Apache Lucene's StandardAnalyzer for English.
    private static let stopWords: Set<String> = [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is",
        "it", "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there",
        "these", "they", "this", "to", "was", "will", "with",
    ]
}
