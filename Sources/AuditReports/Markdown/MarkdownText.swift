import StructuredText

/// Text inside of GitHub's Markdown.
enum MarkdownText {
    /// `text` in which nothing is a sign of Markdown, HTML or a mention.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "@": escaped += "@<!-- -->"
            case "\\", "`", "*", "_", "[", "]", "(", ")", "|", "#", "~", "!", "$":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// `text` as code in a line.
    static func code(_ text: String) -> String {
        let text = text.printable
        let fence = fence(for: text, least: 1)
        let space = text.hasPrefix("`") || text.hasSuffix("`") || text.isEmpty ? " " : ""
        return fence + space + text + space + fence
    }

    /// `lines` as a block of code.
    static func block(_ lines: [String], _ language: String) -> String {
        let fence = lines.map { Self.fence(for: $0, least: 3) }.max { $0.count < $1.count }
        let sign = fence ?? "```"
        return ([sign + language] + lines + [sign]).joined(separator: "\n")
    }

    /// More backticks than `text` has in a row.
    private static func fence(for text: String, least: Int) -> String {
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return String(repeating: "`", count: max(least, longest + 1))
    }
}
