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
            let cells = row.indices.map { column -> String in
                let space = String(
                    repeating: " ",
                    count: widths[column] - DisplayWidth.columns(of: row[column])
                )
                let isLast = column == row.count - 1
                let padded =
                    alignments[column] == .right
                    ? space + row[column] : row[column] + (isLast ? "" : space)
                return style(column, padded)
            }
            return cells.joined(separator: "  ")
        }
    }
}
