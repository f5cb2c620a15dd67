import ProtectionModel

/// Text inside of GitHub's Markdown.
enum MarkdownText {
    /// An invisible sign that keeps GitHub from seeing the text around it as one word.
    private static let gap = "<!-- -->"

    /// `text` in which nothing is read as Markdown, HTML, a link, a mention, a reference or an
    /// emoji.
    static func escaped(_ text: String) -> String {
        let scalars = Array(text.printable.unicodeScalars)
        var escaped = ""
        for (index, scalar) in scalars.enumerated() {
            if isAfterLinkWord(index, in: scalars) { escaped += gap }
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\", "`", "*", "_", "[", "]", "(", ")", "|", "#", "~", "!", "$":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
            if beginsWord(index, in: scalars) { escaped += gap }
        }
        return escaped
    }

    /// A sentence of our own texts, in which backticks mean code.
    static func prose(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        // A backtick without a partner is just a backtick.
        guard parts.count % 2 == 1 else { return escaped(text) }
        return parts.enumerated().map { index, part in
            index % 2 == 1 ? code(String(part)) : escaped(String(part))
        }.joined()
    }

    /// Whether the sign at `index` makes something of what follows it: `@name`, `#1`, `:name:` or
    /// `scheme://`.
    private static func beginsWord(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        switch scalars[index] {
        case "@": true
        case "#", ":":
            scalars.indices.contains(index + 1) && !scalars[index + 1].properties.isWhitespace
        default: false
        }
    }

    /// Whether the sign at `index` makes something of what precedes it: `www.` or `GH-`.
    private static func isAfterLinkWord(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let word =
            switch scalars[index] {
            case ".": "www"
            case "-": "gh"
            default: ""
            }
        guard !word.isEmpty, index >= word.utf8.count else { return false }
        let before = scalars[(index - word.utf8.count)..<index]
        return before.map { $0.properties.lowercaseMapping }.joined() == word
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
