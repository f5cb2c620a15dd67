import Documents
import ProtectionModel

/// What a comment `protectctl:allow RULE[,RULE] until DATE -- reason` says.
///
/// The day and the reason may be missing: without a day it holds forever, and a missing reason is
/// left to a rule of its own. What cannot be understood allows nothing.
package struct AllowComment: Sendable, Hashable {
    /// What is wrong with a comment.
    package enum Problem: Sendable, Hashable, CustomStringConvertible {
        /// It gives no reason.
        case noReason
        /// It names no rule, or says something other than the grammar has.
        case malformed(String)
        /// No rule has this id; with the nearest one that exists.
        case unknownRule(String, nearest: String?)
        /// This is not a day.
        case badDate(String)

        /// The facts in lower case, without a full stop.
        package var description: String {
            switch self {
            case .noReason: "the comment gives no reason: add ' -- ' and why"
            case .malformed(let text):
                "expected 'RULE[,RULE] until YYYY-MM-DD -- reason', found '\(text.printable)'"
            case .unknownRule(let id, let nearest):
                "unknown rule '\(id.printable)'"
                    + (nearest.map { "; did you mean '\($0)'?" } ?? "")
            case .badDate(let text): "'\(text.printable)' is not a day such as 2027-01-31"
            }
        }
    }

    /// The existing rules whose findings it allows, each once.
    package let rules: [String]
    /// The last day it holds; `nil` for no end.
    package let until: CalendarDay?
    /// Why; empty when it does not say.
    package let reason: String
    /// Where it stands.
    package let place: SourcePlace
    /// What is wrong with its text.
    package let flaws: [Problem]

    /// Reads a comment; without `knownRules` any word is taken for a rule's id.
    package init(_ comment: SuppressionComment, knownRules: Set<String>?) {
        place = comment.place
        let (head, reason) = Self.halves(of: String(comment.text.unicodeScalars.prefix(2000)))
        self.reason = reason
        var flaws: [Problem] = reason.isEmpty ? [.noReason] : []
        let words = head.split { $0.isWhitespace || $0 == "," }.map(String.init)
        let end = words.firstIndex(of: "until") ?? words.endIndex
        let date = words[end...].dropFirst()
        until = date.first.flatMap { CalendarDay($0) }
        let ids = Self.unique(words[..<end])
        let isSound = !ids.isEmpty && (end == words.endIndex ? date.isEmpty : date.count == 1)
        // A comment with an invalid day would hold forever otherwise.
        if !isSound {
            flaws.insert(.malformed(String(head.prefix(100))), at: 0)
        } else if let day = date.first, until == nil {
            flaws.insert(.badDate(String(day.prefix(100))), at: 0)
        }
        let unknown = knownRules.map { known in ids.filter { !known.contains($0) } } ?? []
        // Only the first gets a suggestion: looking for one is the slowest part here.
        flaws += unknown.prefix(20).enumerated().map { index, id in
            .unknownRule(
                String(id.prefix(100)),
                nearest: index > 0
                    ? nil : EditDistance.nearest(to: id, among: (knownRules ?? []).sorted())
            )
        }
        let holds = isSound && (date.isEmpty || until != nil)
        rules = holds ? ids.filter { !unknown.contains($0) } : []
        self.flaws = flaws
    }

    /// The acceptance of a finding of `rule` on the line `line`; `nil` when it does not cover it.
    ///
    /// It covers its own line and the next one, up to and including its last day.
    package func suppression(
        of rule: String,
        onLine line: Int,
        today: CalendarDay
    ) -> Suppression? {
        let own = Int(place.line)
        guard rules.contains(rule), line == own || line == own + 1,
            until.map({ $0 >= today }) ?? true
        else { return nil }
        return Suppression(reason: reason, until: until?.description, by: "comment")
    }

    /// The text before the first `--` and the text after it.
    private static func halves(of text: String) -> (head: String, reason: String) {
        let bytes = Array(text.utf8)
        let dash: UInt8 = 0x2D
        // A word of its own, so that an id with two hyphens in it stays whole.
        let place = bytes.indices.first { index in
            bytes[index...].starts(with: [dash, dash])
                && (index == 0 || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09)
        }
        guard let place else { return (text, "") }
        let reason = String(decoding: bytes[(place + 2)...], as: UTF8.self)
        return (String(decoding: bytes[..<place], as: UTF8.self), reason.trimmed)
    }

    private static func unique(_ ids: ArraySlice<String>) -> [String] {
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
