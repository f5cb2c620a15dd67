import Testing

/// Something done to the ledger of ten readings, in documents of four.
struct LedgerDamage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The document it is done to.
    let document: String
    /// The first broken entry.
    let entry: Int
    /// What becomes of the document's lines, of which the first is its head; nil removes it.
    let change: @Sendable ([String]) -> [String]?

    private init(
        _ name: String,
        _ document: String,
        entry: Int,
        _ change: @escaping @Sendable ([String]) -> [String]?
    ) {
        testDescription = name
        self.document = document
        self.entry = entry
        self.change = change
    }

    private static let first = "ledger-000001.ndjson"
    private static let second = "ledger-000002.ndjson"
    private static let open = "ledger.ndjson"

    private static func replacing(
        _ line: Int,
        _ old: String,
        _ new: String
    ) -> @Sendable ([String]) -> [String]? {
        { lines in
            var lines = lines
            lines[line] = lines[line].replacing(old, with: new)
            return lines
        }
    }

    private static func removing(_ range: Range<Int>) -> @Sendable ([String]) -> [String]? {
        { lines in
            var lines = lines
            lines.removeSubrange(range)
            return lines
        }
    }

    static let all = [
        LedgerDamage("the first is changed", first, entry: 1, replacing(1, "number 1", "number 0")),
        LedgerDamage("one amid is changed", first, entry: 2, replacing(2, "number", "nummer")),
        LedgerDamage("one at an end is changed", second, entry: 8, replacing(4, "given", "none")),
        LedgerDamage("the last is changed", open, entry: 10, replacing(2, "given", "none")),
        LedgerDamage("one's purpose is gone", open, entry: 9, replacing(1, "\"number 9\"", "null")),
        LedgerDamage(
            "one's link is changed",
            first,
            entry: 3,
            replacing(3, "ious\":\"", "ious\":\"0")
        ),
        LedgerDamage("one is not JSON", second, entry: 6, replacing(2, "{", "(")),
        LedgerDamage(
            "one has another number",
            first,
            entry: 3,
            replacing(3, "ence\":3", "ence\":7")
        ),
        LedgerDamage("one is removed", first, entry: 2, removing(2..<3)),
        LedgerDamage("the first of a document is removed", second, entry: 5, removing(1..<2)),
        LedgerDamage("a document's end is cut off", second, entry: 7, removing(3..<5)),
        LedgerDamage("the last is cut off", open, entry: 10, removing(2..<3)),
        LedgerDamage("the open document has only its head", open, entry: 9, removing(1..<3)),
        LedgerDamage("two are exchanged", first, entry: 2) { lines in
            var lines = lines
            lines.swapAt(2, 3)
            return lines
        },
        LedgerDamage("the first two are exchanged", first, entry: 1) { lines in
            var lines = lines
            lines.swapAt(1, 2)
            return lines
        },
        LedgerDamage("one is there twice", open, entry: 10) { lines in
            var lines = lines
            lines.insert(lines[1], at: 1)
            return lines
        },
        LedgerDamage("one is added", open, entry: 11) {
            $0 + [$0[2].replacing("ence\":10", with: "ence\":11")]
        },
        LedgerDamage("a blank line is added", first, entry: 5) { $0 + [""] },
        LedgerDamage("a line is cut in the middle", open, entry: 10) { lines in
            var lines = lines
            lines[2] = String(lines[2].dropLast(9))
            return lines
        },
        LedgerDamage("the first document is removed", first, entry: 1) { _ in nil },
        LedgerDamage("a document amid is removed", second, entry: 5) { _ in nil },
        LedgerDamage("the open document is removed", open, entry: 9) { _ in nil },
        LedgerDamage("a document's end is said to be elsewhere", second, entry: 7) { lines in
            lines.enumerated().filter { $0.offset < 3 }.map {
                $0.element.replacing("\"last\":8", with: "\"last\":7")
            }
        },
        LedgerDamage("a document is put in another's place", second, entry: 5) { lines in
            lines.enumerated().map { number, line in
                number == 0 ? line.replacing("\"part\":2", with: "\"part\":1") : line
            }
        },
    ]
}
