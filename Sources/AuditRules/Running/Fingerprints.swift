import Documents
import SodiumCrypto

/// Names for findings that stay the same while the statement does, wherever it moves in its file.
///
/// A fingerprint is BLAKE2b-256 over the rule, the path, the statement's text with white space as
/// one space, and the ordinal among findings that share these three, each with a NUL behind it;
/// 64 hexadecimal digits.
package struct Fingerprints: Sendable {
    private var counts: [String: Int] = [:]

    /// None so far.
    package init() {}

    /// The fingerprint of the next finding; those that are alike are counted in the order of the
    /// calls, which is to be the order in the file.
    package mutating func next(rule: String, path: String, statement: String) -> String {
        let words = statement.split(whereSeparator: \.isWhitespace)
        let subject = "\(rule)\0\(path)\0\(words.joined(separator: " "))\0"
        let ordinal = counts[subject, default: 0]
        counts[subject] = ordinal + 1
        return Self.hex(GenericHash.hash(of: Array((subject + "\(ordinal)\0").utf8)))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

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
        return lines[(first - 1)..<max(first, last)].map { line in
            // A report that is saved must be one that can be read.
            var marks = CombiningMarks()
            let kept = line.unicodeScalars.prefix(lineLimit).prefix { !marks.isExceeded(by: $0) }
            return String(kept)
        }
    }

    /// Whether an excerpt tells its statement from others: not what was cut off, nor bytes that are
    /// not text.
    static func isTelling(_ excerpt: [String]) -> Bool {
        !excerpt.isEmpty
            && excerpt.allSatisfy {
                $0.unicodeScalars.count < lineLimit && !$0.contains("\u{FFFD}")
            }
    }
}
