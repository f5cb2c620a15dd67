import ProtectionModel

/// Text inside of a page.
enum HTMLText {
    /// `text` as the text of an element or the value of an attribute in double quotes; what is
    /// unprintable is shown escaped.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A sentence of our own texts, in which backticks mean code.
    static func prose(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        // A backtick without a partner is just a backtick.
        guard parts.count % 2 == 1 else { return escaped(text) }
        return parts.enumerated().map { index, part in
            index % 2 == 1 ? "<code>\(escaped(String(part)))</code>" : escaped(String(part))
        }.joined()
    }

    /// A path that can be broken after its slashes.
    static func path(_ path: String) -> String {
        escaped(path).replacing("/", with: "/<wbr>")
    }
}
