import Documents

/// Prose broken into lines of a width.
package enum ProseLines {
    /// The lines of `text`; a word longer than `width` has a line to itself.
    package static func broken(_ text: String, _ width: Int?) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let width else { return [words.joined(separator: " ")] }
        var lines: [String] = []
        var line = ""
        var columns = 0
        for word in words {
            let wide = DisplayWidth.columns(of: String(word))
            if !line.isEmpty, columns + 1 + wide > width {
                lines.append(line)
                (line, columns) = ("", 0)
            }
            if !line.isEmpty {
                line += " "
                columns += 1
            }
            line += word
            columns += wide
        }
        return lines + [line]
    }

    /// The lines of `text` after `first`, all indented as far.
    package static func hanging(_ first: String, _ text: String, _ width: Int?) -> [String] {
        let indent = DisplayWidth.columns(of: first)
        let lines = broken(text, width.map { max($0 - indent, 20) })
        let space = String(repeating: " ", count: indent)
        return zip(lines.indices, lines).map { ($0 == 0 ? first : space) + $1 }
    }
}
