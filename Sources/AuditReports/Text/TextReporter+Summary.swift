import AuditFacts
import AuditPolicy
import AuditRules
import ProtectionModel
import Documents

extension TextReporter {
    /// Counts by level, and all in one line; there even when there is nothing to say.
    func summary(_ report: AuditReport) -> [String] {
        let totals = ReportTotals(report)
        var lines: [String] = []
        if !report.findings.isEmpty {
            var table = Table([.left, .right, .right, .right])
            table.add(["", "new", "baselined", "suppressed"])
            for level in totals.levels {
                table.add([
                    level.level.rawValue, "\(level.new)", "\(level.baselined)",
                    "\(level.suppressed)",
                ])
            }
            lines += table.lines()
        }
        if !report.policies.isEmpty {
            lines.append("policy: " + report.policies.joined(separator: ", ").printable)
        }
        let style: Paint.Style = totals.new(.error) > 0 ? .error : .bold
        return lines + [paint(totals.sentence, style)]
    }

    /// A row for each kind and each context that needs it, a column for each lock state.
    ///
    /// All others are in the reports for machines and in the page; here they would bury the findings.
    func accessMatrix(_ report: AuditReport) -> [String] {
        let grid = AccessGrid(neededIn: report.accessMatrix)
        guard !grid.rows.isEmpty else { return [] }
        let states = grid.states
        var table = Table([.left, .left, .left] + states.map { _ in .left })
        table.add(["kind", "class", "context"] + states.map(\.rawValue))
        for row in grid.rows {
            for context in grid.contexts {
                let cells = states.map { grid.cell(row, context.name, $0) }
                guard cells.contains(where: { $0?.isNeeded ?? false }) else { continue }
                let head = [row.kind, row.protectionClass.name, context.name]
                table.add(head.map(\.printable) + cells.map { Self.word($0) })
            }
        }
        let lines = table.lines { _, text in text.hasPrefix("NO") ? paint(text, .error) : text }
        let legend =
            grid.gapCount == 0
            ? "(+) needed" : "(+) needed; NO (!) needed, and out of reach: \(grid.gapCount)"
        return [paint("access that is needed", .bold)] + lines.map { "  " + $0 } + ["  " + legend]
    }

    private static func word(_ cell: AccessMatrixRow?) -> String {
        guard let cell else { return "-" }
        let word =
            switch cell.access {
            case .yes: "yes"
            case .no: cell.isNeeded ? "NO" : "no"
            case .openHandlesOnly: "open handles only"
            }
        return cell.isNeeded ? word + (cell.isGap ? " (!)" : " (+)") : word
    }

    /// What was not read, and why.
    func unread(_ report: AuditReport) -> [String] {
        guard !report.unread.isEmpty else { return [] }
        return [paint("not read", .bold)]
            + report.unread.flatMap { note in
                let place = note.path + (note.line.map { ":\($0)" } ?? "")
                return ProseLines.hanging(
                    "  ",
                    "\(place): \(note.reason): \(note.message)".printable,
                    options.width
                )
            }
    }

    /// The devices' files by class.
    func inventory(_ report: AuditReport) -> [String] {
        let classes = InventoryTotals.all(of: report.inventory)
        guard !classes.isEmpty else { return [] }
        var table = Table([.left, .right, .right, .left])
        table.add(["class", "files", "size", ""])
        for row in classes {
            table.add([
                row.protectionClass.name, "\(row.fileCount)", ByteText.format(row.byteCount),
                row.isReadableWhileLocked ? "readable while locked" : "",
            ])
        }
        return [paint("inventory", .bold)]
            + table.lines().map {
                "  " + $0.reversed().drop { $0 == " " }.reversed()
            }
    }
}
