import AuditFacts
import AuditPolicy
package import AuditRules
import ProtectionModel
import Documents

/// The report for people on GitHub: a step summary.
package struct MarkdownReporter: Reporter {
    package static let name = "markdown"
    package static let fileName = "audit.md"

    /// GitHub refuses a step summary of more than 1 MiB (GitHub, "Workflow commands").
    package static let byteLimit = 1 << 20
    /// How many findings are shown at once; the others are folded.
    private static let topCount = 20
    /// Kept back for the note that something is left out.
    private static let reserve = 1_000
    /// The most that a folded part has, so that leaving one out loses little.
    private static let partByteLimit = 32_768

    /// A reporter.
    package init() {}

    package func text(of report: AuditReport) -> String {
        var text = ""
        var room = Self.byteLimit - Self.reserve
        var leftOut = 0
        // What comes later may still fit where something large did not.
        for section in sections(of: report) {
            guard section.utf8.count + 2 <= room else {
                leftOut += 1
                continue
            }
            room -= section.utf8.count + 2
            text += section + "\n\n"
        }
        if leftOut > 0 {
            text += "*Left out for GitHub's limit of 1 MiB: \(leftOut) parts of this report.*\n\n"
        }
        return String(text.dropLast())
    }

    /// Parts that can be left out one by one; none opens an element that another one closes.
    private func sections(of report: AuditReport) -> [String] {
        let totals = ReportTotals(report)
        var sections = [headline(totals), table(totals)]
        if !report.policies.isEmpty {
            let names = report.policies.map { MarkdownText.code($0) }.joined(separator: ", ")
            sections.append("Policy: \(names)")
        }
        sections += findings(report)
        if let matrix = accessMatrix(report) { sections.append(matrix) }
        return sections + accepted(report) + unread(report)
    }

    private func headline(_ totals: ReportTotals) -> String {
        let sign = totals.new(.error) > 0 ? "❌" : totals.isClean ? "✅" : "⚠️"
        return "## \(sign) protectctl audit: \(totals.isClean ? "clean" : totals.newByLevel)"
    }

    private func table(_ totals: ReportTotals) -> String {
        let head = ["| level | new | baselined | suppressed |", "|---|--:|--:|--:|"]
        let rows = totals.levels.map {
            "| \($0.level.rawValue) | \($0.new) | \($0.baselined) | \($0.suppressed) |"
        }
        return (head + rows + ["", "\(totals.read)."]).joined(separator: "\n")
    }

    private func findings(_ report: AuditReport) -> [String] {
        let all = report.findings.filter(\.counts)
        guard !all.isEmpty else { return [] }
        let top = FindingSelection(all, limit: Self.topCount)
        let title =
            top.leftOut > 0 ? "### The weightiest \(Self.topCount) of \(all.count)" : "### Findings"
        // By level, and within one as they stand.
        let shown = FindingLevel.allCases.sorted(by: >).flatMap { level in
            top.findings.filter { $0.level == level }
        }
        var sections = [title]
        sections += shown.map { MarkdownFinding($0).text }
        sections += Self.parts(
            "More findings: \(top.leftOut)",
            top.rest.map { MarkdownFinding($0).item }
        )
        return sections
    }

    private func accepted(_ report: AuditReport) -> [String] {
        let items = report.findings.compactMap { finding in
            finding.suppression.map { suppression in
                let end = suppression.until.map { ", until \(MarkdownText.escaped($0))" } ?? ""
                return MarkdownFinding(finding).item
                    + " – \(MarkdownText.escaped(suppression.reason)) "
                    + "(\(MarkdownText.escaped(suppression.by))\(end))"
            }
        }
        return Self.parts("Suppressed: \(items.count)", items)
    }

    private func unread(_ report: AuditReport) -> [String] {
        let items = report.unread.map { note in
            let place = note.path + (note.line.map { ":\($0)" } ?? "")
            return "- \(MarkdownText.code(place)): "
                + MarkdownText.escaped("\(note.reason): \(note.message)")
        }
        return Self.parts("Not read: \(items.count)", items)
    }

    private func accessMatrix(_ report: AuditReport) -> String? {
        let grid = AccessGrid(of: report)
        guard !grid.rows.isEmpty else { return nil }
        let states = grid.states
        var lines = [
            "| kind | class | context |" + states.map { " \($0.rawValue) |" }.joined(),
            "|---|---|---|" + states.map { _ in ":-:|" }.joined(),
        ]
        for row in grid.rows {
            let sign = grid.contradictions[row.kind].map { " ⚠️ contradicted (\($0))" } ?? ""
            for context in grid.contexts {
                let cells = states.map { grid.cell(row, context.name, $0) }
                guard cells.contains(where: { $0 != nil }) else { continue }
                let head = [row.protectionClass.name, context.name].map { MarkdownText.escaped($0) }
                lines.append(
                    "| \(MarkdownText.escaped(row.kind))\(sign) | \(head.joined(separator: " | ")) |"
                        + cells.map { " \(Self.word($0)) |" }.joined()
                )
            }
        }
        return Self.folded(
            "What the policy allows: \(verdict(grid))",
            lines.joined(separator: "\n")
        )
    }

    private func verdict(_ grid: AccessGrid) -> String {
        let gaps =
            grid.gapCount == 0
            ? "everything needed can be reached" : "❌ out of reach: \(grid.gapCount)"
        let kinds = grid.contradictions.count
        guard kinds > 0 else { return gaps }
        return gaps + "; ⚠️ findings contradict it: \(kinds) \(kinds == 1 ? "kind" : "kinds")"
    }

    private static func word(_ cell: AccessMatrixRow?) -> String {
        guard let cell else { return "" }
        let word = cell.isGap ? "❌ **\(cell.access.words)**" : cell.access.words
        return cell.isNeeded ? word + ", needed" : word
    }

    private static func folded(_ title: String, _ body: String) -> String {
        "<details><summary>\(title)</summary>\n\n\(body)\n\n</details>"
    }

    /// A list in folded parts that can be left out one by one; none without items.
    private static func parts(_ title: String, _ items: [String]) -> [String] {
        var parts: [[String]] = []
        var room = 0
        for item in items {
            if parts.isEmpty || item.utf8.count > room {
                parts.append([])
                room = partByteLimit
            }
            parts[parts.count - 1].append(item)
            room -= item.utf8.count + 1
        }
        return parts.enumerated().map { index, items in
            let number = parts.count > 1 ? " (part \(index + 1) of \(parts.count))" : ""
            return folded(title + number, items.joined(separator: "\n"))
        }
    }
}
