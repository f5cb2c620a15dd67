import AuditFacts

/// A finding in Markdown.
struct MarkdownFinding {
    private let finding: Finding

    init(_ finding: Finding) {
        self.finding = finding
    }

    /// An entry of a list.
    var item: String { "- \(head)" }

    /// With its lines, hint, way and related places.
    var text: String {
        var parts = ["#### \(head)"]
        let lines = SourceExcerpt(finding).lines.map(\.text)
        if !lines.isEmpty { parts.append(MarkdownText.block(lines, language)) }
        if !finding.hint.isEmpty { parts.append(MarkdownText.prose(finding.hint)) }
        if !finding.way.isEmpty { parts.append(list(finding.way) { "\($0)." }) }
        if !finding.related.isEmpty { parts.append(list(finding.related) { _ in "-" }) }
        return parts.joined(separator: "\n\n")
    }

    /// `places` below one another, the sign of the nth before the nth.
    private func list(_ places: [RelatedPlace], sign: (Int) -> String) -> String {
        places.enumerated().map { index, place in
            "\(sign(index + 1)) \(link(place.path, place.line)): "
                + MarkdownText.escaped(place.message)
        }.joined(separator: "\n")
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
