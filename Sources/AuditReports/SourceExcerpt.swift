import AuditFacts
import Documents
import ProtectionModel

/// The lines of a finding as they can be shown: tabs as spaces, what is unprintable escaped, and no
/// more indentation than they have in common.
struct SourceExcerpt {
    struct Line {
        let number: Int
        let text: String
    }

    let lines: [Line]
    /// The part of the first line before the finding; `nil` when it lies outside.
    let before: String?

    /// The columns that it takes.
    var caret: Int? { before.map { DisplayWidth.columns(of: $0) } }

    /// Tab stops of Xcode.
    private static let tabWidth = 4

    init(_ finding: Finding) {
        let shown = finding.excerpt.map { Self.shown($0.unicodeScalars) }
        let indent = Self.commonIndent(shown)
        lines = shown.enumerated().map { index, text in
            Line(number: finding.line + index, text: String(text.dropFirst(indent)))
        }
        before = Self.before(finding).map { String($0.dropFirst(indent)) }
    }

    private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        // Where the text after the last tab begins: it begins at a tab stop.
        var start = text.endIndex
        for scalar in scalars {
            if scalar == "\t" {
                let used = DisplayWidth.columns(of: String(text[start...])) % tabWidth
                text += String(repeating: " ", count: tabWidth - used)
                start = text.endIndex
            } else if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                text += scalar.escaped(asASCII: true)
            }
        }
        return text
    }

    private static func commonIndent(_ lines: [String]) -> Int {
        lines.filter { !$0.allSatisfy { $0 == " " } }.map { $0.prefix { $0 == " " }.count }.min()
            ?? 0
    }

    private static func before(_ finding: Finding) -> String? {
        guard let first = finding.excerpt.first?.unicodeScalars, finding.column >= 1,
            finding.column <= first.count
        else { return nil }
        return shown(first.prefix(finding.column - 1))
    }
}
