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
        let grid = AccessGrid(of: report)
        guard !grid.rows.isEmpty else { return [] }
        let states = grid.states
        var table = Table([.left, .left, .left] + states.map { _ in .left })
        table.add(["kind", "class", "context"] + states.map(\.rawValue))
        for row in grid.rows {
            let sign = grid.contradictions[row.kind] == nil ? "" : " *"
            for context in grid.contexts {
                let cells = states.map { grid.cell(row, context.name, $0) }
                guard cells.contains(where: { $0?.isNeeded ?? false }) else { continue }
                let head = [row.kind.printable + sign, row.protectionClass.name, context.name]
                let words = states.map { Self.word($0, row, context.name, grid) }
                table.add(head.map(\.printable) + words)
            }
        }
        let lines = table.lines { _, text in text.hasPrefix("NO") ? paint(text, .error) : text }
        return [paint("what the policy allows", .bold)]
            + (lines + legend(grid)).map { "  " + $0 }
    }

    private func legend(_ grid: AccessGrid) -> [String] {
        let gaps = grid.gapCount == 0 ? "" : "; NO (!) needed, and out of reach: \(grid.gapCount)"
        let contradiction = grid.contradiction.map { paint("* \($0.printable)", .error) }
        return ["(+) needed\(gaps)"] + (contradiction.map { [$0] } ?? [])
    }

    private static func word(
        _ state: LockState,
        _ row: AccessGrid.Row,
        _ context: String,
        _ grid: AccessGrid
    ) -> String {
        guard let access = grid.access(row, context, state) else { return "-" }
        guard let cell = grid.cell(row, context, state), cell.isNeeded else { return access.words }
        return cell.isGap ? "\(access.words.uppercased()) (!)" : "\(access.words) (+)"
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
