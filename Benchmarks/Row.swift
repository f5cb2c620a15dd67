/// One line of the table.
struct Row {
    let work: String
    /// What was measured, with its unit.
    let ours: String
    let peer: String
    let theirs: String
    /// Our speed divided by the peer's, or the limit divided by our time: more is better.
    let ratio: Double
    /// What we want; nil where nothing was promised.
    let wanted: Double?

    static func rate(
        _ work: String,
        _ peer: String,
        amount: Double,
        unit: String,
        ours: Double,
        theirs: Double,
        wanted: Double?
    ) -> Row {
        Row(
            work: work,
            ours: text(amount / ours, unit),
            peer: peer,
            theirs: text(amount / theirs, unit),
            ratio: theirs / ours,
            wanted: wanted
        )
    }

    static func text(_ value: Double, _ unit: String) -> String {
        let rounded = value >= 100 ? value.rounded() : (value * 100).rounded() / 100
        return value >= 100 ? "\(Int(rounded)) \(unit)" : "\(rounded) \(unit)"
    }

    static func print(_ rows: [Row]) {
        let head = ["work", "ours", "compared with", "theirs", "ratio", "wanted", ""]
        let cells = rows.map { row in
            [
                row.work, row.ours, row.peer, row.theirs, text(row.ratio, ""),
                row.wanted.map { text($0, "") } ?? "",
                row.wanted.map { row.ratio >= $0 ? "ok" : "MISSED" } ?? "",
            ]
        }
        let widths = head.indices.map { column in
            ([head] + cells).map { $0[column].count }.max() ?? 0
        }
        for line in [head] + cells {
            let padded = line.indices.map { column in
                line[column]
                    + String(repeating: " ", count: widths[column] - line[column].count)
            }
            Swift.print(padded.joined(separator: "  "))
        }
    }
}
