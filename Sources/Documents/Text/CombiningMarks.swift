/// Counts combining marks in a row, of which hostile texts have more than any language writes.
///
/// To compare or hash texts, Swift sorts the marks behind a character, at the cost of the square of
/// their number: 100 KB of them take half a minute. So no text of others is compared that has more
/// than 30 in a row, the bound of the Stream-Safe Text Format (Unicode Standard Annex 15, section
/// 13). What is put together of such texts is counted again.
package struct CombiningMarks: Sendable {
    /// What is wrong with a text that has too many.
    package static let complaint = "more than \(limit) combining marks in a row"

    private static let limit = 30
    private var count = 0

    /// The start of a text.
    package init() {}

    /// Takes the next scalar of the text, and says whether it is one mark too many.
    package mutating func isExceeded(by scalar: Unicode.Scalar) -> Bool {
        let marks = Self.marks(in: scalar)
        count = marks == 0 ? 0 : count + marks
        return count > Self.limit
    }

    /// Takes the next part of the text, and gives the offset in UTF-8 of the first mark too many.
    package mutating func excess(in part: String) -> Int? {
        // The first mark, U+0300, begins with this byte.
        guard part.utf8.contains(where: { $0 >= 0xCC }) else {
            if !part.isEmpty { count = 0 }
            return nil
        }
        var offset = 0
        for scalar in part.unicodeScalars {
            if isExceeded(by: scalar) { return offset }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    /// The offset in UTF-8 of the first mark too many in `text`; `nil` where there is none.
    package static func excess(in text: String) -> Int? {
        var marks = CombiningMarks()
        return marks.excess(in: text)
    }

    /// `text` with spaces for each mark too many, byte for byte, and the offset of the first; `nil`
    /// where there is none.
    package static func blanked(_ text: String) -> (bytes: [UInt8], first: Int)? {
        guard let first = excess(in: text) else { return nil }
        var marks = CombiningMarks()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if marks.isExceeded(by: scalar) {
                bytes += repeatElement(UInt8(ascii: " "), count: UTF8.width(scalar))
            } else {
                bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return (bytes, first)
    }

    /// How many of the marks that are sorted `scalar` is decomposed into.
    private static func marks(in scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x300: 0
        // All that are decomposed into two, three of them without a combining class of their own.
        case 0x344, 0xF73, 0xF75, 0xF81: 2
        default: scalar.properties.canonicalCombiningClass == .notReordered ? 0 : 1
        }
    }
}

// MARK: Texts with escapes

extension CombiningMarks {
    /// Where the first mark too many stands in a text of JSON or YAML, whose escapes count as what
    /// they stand for.
    ///
    /// That is also done where YAML knows no escapes, outside of double quotes: it cannot hide any.
    static func excess<Scalars: Collection<Unicode.Scalar>>(
        inEscaped scalars: Scalars
    ) -> Scalars.Index? {
        var marks = CombiningMarks()
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let start = index
            var meant: Unicode.Scalar? = scalars[index]
            scalars.formIndex(after: &index)
            if meant == "\\" {
                var rest = scalars[index...]
                meant = escape(&rest)
                index = rest.startIndex
            }
            if let meant, marks.isExceeded(by: meant) { return start }
        }
        return nil
    }

    /// Refuses a JSON text with too many combining marks in a row, and one that is not UTF-8.
    ///
    /// Foundation's decoder also takes UTF-16 and UTF-32; all of these have NULs, which UTF-8 has not.
    package static func check(json bytes: [UInt8]) throws(DocumentFault) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocumentFault("the text is not valid UTF-8", at: .start)
        }
        guard let index = excess(inEscaped: text.unicodeScalars) else { return }
        var places = PlaceCounter(bytes)
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        throw DocumentFault(complaint, at: places.location(at: offset))
    }

    /// What the scalars behind a backslash stand for; `nil` for nothing, as the end of a line does.
    private static func escape<Rest: Collection<Unicode.Scalar>>(
        _ rest: inout Rest
    ) -> Unicode.Scalar? where Rest.SubSequence == Rest {
        guard let kind = rest.popFirst() else { return nil }
        switch kind {
        case "x": return Unicode.Scalar(number(2, &rest))
        case "U": return Unicode.Scalar(number(8, &rest)) ?? "\u{FFFD}"
        case "u":
            let unit = UInt16(truncatingIfNeeded: number(4, &rest))
            guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
            var behind = rest
            guard behind.popFirst() == "\\", behind.popFirst() == "u" else { return "\u{FFFD}" }
            let second = UInt16(truncatingIfNeeded: number(4, &behind))
            guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
            rest = behind
            return UTF16.decode(UTF16.EncodedScalar([unit, second]))
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
            rest = rest.drop { " \t\r\n".unicodeScalars.contains($0) }
            return nil
        default: return kind
        }
    }

    private static func number<Rest: Collection<Unicode.Scalar>>(
        _ digits: Int,
        _ rest: inout Rest
    ) -> UInt32 where Rest.SubSequence == Rest {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let next = rest.first, let digit = Character(next).hexDigitValue else { break }
            value = value << 4 | UInt32(digit)
            rest.removeFirst()
        }
        return value
    }
}
