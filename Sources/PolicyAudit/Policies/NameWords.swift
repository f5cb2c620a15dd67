/// The words a name in code or a key is made of.
package enum NameWords {
    /// The words of `name` in lower case.
    ///
    /// `kSecAttrAccessible` is `k sec attr accessible`, `PINCode2` is `pin code`. Digits separate
    /// words and belong to none.
    package static func words(of name: some StringProtocol) -> [String] {
        let scalars = Array(name.unicodeScalars)
        var words: [String] = []
        var word = ""
        for (index, scalar) in scalars.enumerated() {
            guard scalar.properties.isAlphabetic else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            if !word.isEmpty, begins(scalars, at: index) {
                words.append(word)
                word = ""
            }
            word += String(scalar).lowercased()
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Whether a word begins at a letter that follows another: `passWord`, and the last capital of
    /// several before a small letter, `PINCode`.
    private static func begins(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard scalars[index].properties.isUppercase else { return false }
        guard scalars[index - 1].properties.isUppercase else { return true }
        return index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
    }

    /// Whether a function is named for what it does: `saveCredentials`, `openDatabase`.
    package static func isAction(_ name: String) -> Bool {
        words(of: name).first.map(actions.contains) ?? false
    }

    private static let actions: Set<String> = [
        "save", "store", "write", "open", "create", "insert", "add", "put", "persist", "export",
        "record", "keep", "cache", "archive", "backup", "load", "read",
    ]
}
