/// A Swift file of this package, read far enough for the rules of the house.
struct SourceFile {
    /// Its path from the package's root, such as `Sources/SystemIO/OwnedFile.swift`.
    let path: String
    /// As it is written.
    let text: String
    /// The words of its code.
    let words: [Word]
    /// The words of its comments.
    let commentWords: [Word]
    /// Its functions that have a body, nested ones included.
    let functions: [Function]

    /// Reads a file's text.
    init(path: String, text: String) {
        self.path = path
        self.text = text
        let divided = SwiftText(text)
        words = Word.all(in: divided.code)
        commentWords = Word.all(in: divided.comments)
        functions = Function.all(in: divided.code)
    }

    private var components: [Substring] { path.split(separator: "/") }

    /// Whether it belongs to what is shipped.
    var isSource: Bool { components.first == "Sources" }

    /// The target it belongs to: the folder under `Sources` or `Tests`.
    var target: String { components.count > 2 ? String(components[1]) : "" }

    /// Its name without folders and `.swift`.
    var name: String { String(components.last?.split(separator: ".").first ?? "") }

    /// The modules it imports, whole or in part.
    var imports: [Word] {
        let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
        ]
        return words.indices.filter { words[$0].text == "import" && words[$0].before != dot }
            .compactMap { index in
                words[(index + 1)...].first { !kinds.contains($0.text) }
            }
    }

    /// The words that call a function of the standard or the C library by one of these names:
    /// no methods of a value, no declarations.
    func calls(of names: Set<Substring>) -> [Word] {
        let modules: Set<Substring> = ["Swift", "Foundation", "Glibc"]
        return words.indices.filter { index in
            let word = words[index]
            let previous = index > 0 ? words[index - 1].text : ""
            return names.contains(word.text) && word.after == UInt8(ascii: "(")
                && previous != "func" && (word.before != dot || modules.contains(previous))
        }.map { words[$0] }
    }
}

private let dot = UInt8(ascii: ".")
