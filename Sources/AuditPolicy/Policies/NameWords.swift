/// The words a name in code or a key is made of.
package enum NameWords {
    /// The words of `name` in lower case.
    ///
    /// `kSecAttrAccessible` is `k sec attr accessible`, `PINCode2` is `pin code`. Digits separate
    /// words and belong to none.
    package static func words(of name: some StringProtocol) -> [String] {
        // Nearly all names are ASCII, and every name there is passes through here.
        let bytes = Array(name.utf8)
        return bytes.allSatisfy { $0 < 0x80 } ? words(ascii: bytes) : words(unicode: name)
    }

    private static func words(ascii bytes: [UInt8]) -> [String] {
        var words: [String] = []
        var start: Int?
        func end(at index: Int) {
            if let begin = start {
                words.append(
                    String(decoding: bytes[begin..<index].map { $0 | 0x20 }, as: UTF8.self)
                )
            }
            start = nil
        }
        for (index, byte) in bytes.enumerated() {
            guard isLetter(byte) else {
                end(at: index)
                continue
            }
            if start != nil, isCapital(byte) {
                let isRow = isCapital(bytes[index - 1])
                let isLast =
                    index + 1 < bytes.count && isLetter(bytes[index + 1])
                    && !isCapital(bytes[index + 1])
                if !isRow || isLast { end(at: index) }
            }
            if start == nil { start = index }
        }
        end(at: bytes.count)
        return words
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func words(unicode name: some StringProtocol) -> [String] {
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
