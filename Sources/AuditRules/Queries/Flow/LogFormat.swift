/// The values that a format of `printf`, `NSLog` or `os_log` takes.
///
/// Source: ISO/IEC 9899:2018, 7.21.6.1, and Apple, "os_log(3)", for `%{public}@`.
struct LogFormat {
    /// What stands for one value.
    struct Directive {
        /// The text between the directive before and this one.
        let label: String
        /// Whether the system's log is told to show the value although it hides others, in whatever
        /// case: `%{PUBLIC}@` is a mistake at best.
        let isPublic: Bool
    }

    /// One for each value, in order; those of a width or precision `*` have no label.
    let directives: [Directive]

    init(_ text: String) {
        var directives: [Directive] = []
        var label = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "%" else {
                label.append(character)
                continue
            }
            if rest.first == "%" {
                label.append(rest.removeFirst())
                continue
            }
            let options = Self.takeOptions(from: &rest)
            let form = rest.prefix { Self.modifiers.contains($0) }
            rest = rest.dropFirst(form.count)
            // A sign without a letter does not count, and `%m` is the error's text, not a value.
            guard let letter = rest.popFirst(), letter.isLetter || letter == "@", letter != "m"
            else { continue }
            for _ in 0..<form.count(where: { $0 == "*" }) {
                directives.append(Directive(label: "", isPublic: false))
            }
            directives.append(
                Directive(label: label, isPublic: options.lowercased().hasPrefix("public"))
            )
            label = ""
        }
        self.directives = directives
    }

    /// The words between the braces that `rest` begins with, taken off; empty for none.
    private static func takeOptions(from rest: inout Substring) -> Substring {
        // Longer ones do not exist, and looking further each time would take quadratic time.
        guard rest.first == "{", let end = rest.prefix(128).firstIndex(of: "}") else { return "" }
        let options = rest[..<end].dropFirst()
        rest = rest[rest.index(after: end)...]
        return options
    }

    /// Flags, width, precision and length.
    private static let modifiers: Set<Character> = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-", "+", " ", "#", "'", ".", "*", "$",
        "h", "l", "q", "L", "z", "t", "j",
    ]
}
