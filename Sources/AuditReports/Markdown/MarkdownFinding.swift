import AuditFacts

/// A finding in Markdown.
struct MarkdownFinding {
    private let finding: Finding

    init(_ finding: Finding) {
        self.finding = finding
    }

    /// An entry of a list.
    var item: String { "- \(head)" }

    /// With its lines, hint and related places.
    var text: String {
        var parts = ["#### \(head)"]
        let lines = SourceExcerpt(finding).lines.map(\.text)
        if !lines.isEmpty { parts.append(MarkdownText.block(lines, language)) }
        if !finding.hint.isEmpty { parts.append(MarkdownText.prose(finding.hint)) }
        if !finding.related.isEmpty {
            parts.append(
                finding.related.map {
                    "- \(link($0.path, $0.line)): \(MarkdownText.escaped($0.message))"
                }.joined(separator: "\n")
            )
        }
        return parts.joined(separator: "\n\n")
    }

    private var head: String {
        "\(Self.sign(finding.level)) \(link(finding.path, finding.line)): "
            + "\(MarkdownText.escaped(finding.message)) \(MarkdownText.code(finding.rule))"
    }

    private func link(_ path: String, _ line: Int) -> String {
        let address = RelativeReference.text(of: path)
        return "[\(MarkdownText.code("\(path):\(line)"))](\(address)#L\(line))"
    }

    private var language: String {
        finding.path.hasSuffix(".swift") ? "swift" : finding.path.hasSuffix(".m") ? "objc" : ""
    }

    private static func sign(_ level: FindingLevel) -> String {
        switch level {
        case .error: "🔴 error"
        case .warning: "🟠 warning"
        case .note: "🔵 note"
        }
    }
}
