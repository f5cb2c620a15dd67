/// Attributes of an XML element as text, each with a space before it.
package struct XMLAttributes: CustomStringConvertible {
    /// The attributes as they stand in a tag.
    package let description: String

    /// Attributes in order; names are taken as they are, values are escaped.
    package init(_ attributes: [(name: String, value: String)]) {
        description = attributes.map { " \($0.name)=\"\(Self.escape($0.value))\"" }.joined()
    }

    /// The text of an attribute or an element.
    ///
    /// XML 1.0: section 2.2 says which characters there are, 3.3.3 why line ends are references.
    package static func escape(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
