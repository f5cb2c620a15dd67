/// Columns that align on a terminal.
package struct Table {
    /// Where a column's text stands.
    package enum Alignment { case left, right }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// A table without rows, with so many columns.
    package init(_ alignments: [Alignment]) {
        self.alignments = alignments
    }

    /// Adds a row with a cell for each column.
    package mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The lines; `style` may colour a cell after its width is settled.
    package func lines(style: (_ column: Int, _ text: String) -> String = { $1 }) -> [String] {
        let widths = alignments.indices.map { column in
            rows.map { DisplayWidth.columns(of: $0[column]) }.max() ?? 0
        }
        return rows.map { row in
            // Nothing stands behind the last text of a row.
            let end = row.lastIndex { !$0.isEmpty } ?? 0
            let cells = row.indices.prefix(end + 1).map { column -> String in
                let space = String(
                    repeating: " ",
                    count: widths[column] - DisplayWidth.columns(of: row[column])
                )
                let isLast = column == end
                let padded =
                    alignments[column] == .right
                    ? space + row[column] : row[column] + (isLast ? "" : space)
                return style(column, padded)
            }
            return cells.joined(separator: "  ")
        }
    }
}

/// How many columns of a terminal text takes (Unicode Standard Annex 11, near enough).
package enum DisplayWidth {
    /// Blocks of ideographs, kana, hangul and full-width forms.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]

    /// The columns of a text without control characters.
    package static func columns(of text: String) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The end of a text that fits into so many columns.
    package static func ending(of text: String, _ limit: Int) -> String {
        var room = limit
        let kept = text.reversed().prefix { character in
            room -= columns(of: character)
            return room >= 0
        }
        return String(kept.reversed())
    }

    /// A text in pieces that fit into so many columns; a character that does not is a piece of its own.
    package static func pieces(of text: String, _ limit: Int) -> [String] {
        var pieces: [String] = []
        var (piece, room) = ("", limit)
        for character in text {
            let width = columns(of: character)
            if width > room, !piece.isEmpty {
                pieces.append(piece)
                (piece, room) = ("", limit)
            }
            piece.append(character)
            room -= width
        }
        return pieces + [piece]
    }

    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
}
