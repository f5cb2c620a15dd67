import AuditFacts
package import AuditRules
import Documents
import ProtectionModel

/// The report for a terminal: findings by file, then everything else, a summary last.
package struct TextReporter: Reporter {
    package static let name = "text"
    package static let fileName = "audit.txt"

    let options: ReportOptions
    let paint: Paint

    /// A reporter that breaks lines and colours as `options` say.
    package init(_ options: ReportOptions = ReportOptions()) {
        self.options = options
        paint = Paint(isOn: options.colors)
    }

    package func text(of report: AuditReport) -> String {
        var paragraphs = files(of: report)
        paragraphs += [accessMatrix(report), unread(report), inventory(report)]
        paragraphs.append(summary(report))
        return paragraphs.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }
            .joined(separator: "\n")
    }

    /// A paragraph for each file with findings that count.
    private func files(of report: AuditReport) -> [[String]] {
        var paragraphs: [[String]] = []
        var rest = report.findings.filter(\.counts)[...]
        while let path = rest.first?.path {
            let file = rest.prefix { $0.path == path }
            rest = rest.dropFirst(file.count)
            let width = file.map { place($0).count }.max() ?? 0
            paragraphs.append([paint(path.printable, .bold)])
            for finding in file {
                // A blank line after each finding, none between a file and its first.
                paragraphs[paragraphs.count - 1] += lines(of: finding, width)
                paragraphs.append([])
            }
        }
        return paragraphs
    }

    private func lines(of finding: Finding, _ width: Int) -> [String] {
        let place = place(finding)
        let space = String(repeating: " ", count: width - place.count)
        let level = finding.level.rawValue
        let gap = String(repeating: " ", count: "warning".count - level.count)
        let heads = ProseLines.hanging(
            "  \(space)\(place)  \(level)\(gap)  ",
            finding.message.printable,
            options.width
        )
        // Painted after lines are broken: a colour has no width.
        let first = (heads.first ?? "").replacing(
            "  \(level)\(gap)  ",
            with: "  \(paint(level, Paint.Style(finding.level)))\(gap)  ",
            maxReplacements: 1
        )
        return [first] + heads.dropFirst() + details(finding, indent: width + 4)
    }

    private func details(_ finding: Finding, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines = excerpt(finding, margin)
        if !finding.hint.isEmpty {
            lines += ProseLines.hanging(margin + "hint: ", finding.hint.printable, options.width)
        }
        lines += way(finding, margin)
        for place in finding.related {
            lines += ProseLines.hanging(
                margin + "see: ",
                "\(place.path):\(place.line): \(place.message)".printable,
                options.width
            )
        }
        let sure = finding.confidence == .high ? "" : ", \(finding.confidence.rawValue) confidence"
        return lines + [margin + paint("\(finding.rule.printable)\(sure)", .dim)]
    }

    /// The steps of the value's way, numbered below one another.
    private func way(_ finding: Finding, _ margin: String) -> [String] {
        let digits = String(finding.way.count).count
        return finding.way.enumerated().flatMap { index, step in
            let number = "\(index + 1)"
            let space = String(repeating: " ", count: digits - number.count)
            return ProseLines.hanging(
                margin + (index == 0 ? "way: " : "     ") + "\(space)\(number). ",
                "\(step.path):\(step.line): \(step.message)".printable,
                options.width
            )
        }
    }

    private func excerpt(_ finding: Finding, _ margin: String) -> [String] {
        let excerpt = SourceExcerpt(finding)
        guard let last = excerpt.lines.last else { return [] }
        let digits = String(last.number).count
        let room = options.width.map { max($0 - margin.count - digits - 3, 20) }
        var lines = excerpt.lines.map { line in
            let number = String(line.number)
            let space = String(repeating: " ", count: digits - number.count)
            return margin + paint("\(space)\(number) | ", .dim) + Self.cut(line.text, room)
        }
        if let caret = excerpt.caret, caret < room ?? .max {
            let bar = paint(String(repeating: " ", count: digits) + " | ", .dim)
            let mark = paint("^", Paint.Style(finding.level))
            lines.insert(margin + bar + String(repeating: " ", count: caret) + mark, at: 1)
        }
        return lines
    }

    /// As much of a line as fits, with a sign for the rest.
    private static func cut(_ text: String, _ room: Int?) -> String {
        guard let room, DisplayWidth.columns(of: text) > room else { return text }
        var left = room - 1
        let kept = text.prefix { character in
            left -= DisplayWidth.columns(of: String(character))
            return left >= 0
        }
        return kept + "…"
    }

    /// Line and column; nothing where a whole file or folder is meant.
    private func place(_ finding: Finding) -> String {
        finding.excerpt.isEmpty && finding.line == 1 && finding.column == 1
            ? "" : "\(finding.line):\(finding.column)"
    }
}

extension Paint.Style {
    init(_ level: FindingLevel) {
        switch level {
        case .error: self = .error
        case .warning: self = .warning
        case .note: self = .note
        }
    }
}

/// Colours of a terminal, or none (ECMA-48, SGR).
struct Paint {
    enum Style: String {
        case error = "1;31"
        case warning = "33"
        case note = "36"
        case bold = "1"
        case dim = "2"
    }

    let isOn: Bool

    func callAsFunction(_ text: String, _ style: Style) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
