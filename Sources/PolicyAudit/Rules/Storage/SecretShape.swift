/// Tells a text that could be a secret from names, words and addresses.
enum SecretShape {
    /// Whether `text` could be the secret that something called `name` holds.
    static func isLikely(_ text: String, named name: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard (8...512).contains(scalars.count),
            scalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }),
            Set(scalars).count >= 5
        else { return false }
        guard !markers.contains(where: text.contains) else { return false }
        let squeezed = NameWords.words(of: text).joined()
        if squeezed == NameWords.words(of: name).joined() { return false }
        return hasDigitsAndLetters(text) ? !isDotted(text) && !isHyphenated(text) : isOneWord(text)
    }

    /// What stands for something else, or is an address.
    private static let markers = ["://", "$(", "${", "<", ">", "%@", "%d", "{{", "/*", "..."]

    private static func hasDigitsAndLetters(_ text: String) -> Bool {
        text.contains { $0.isNumber } && text.contains { $0.isLetter }
    }

    /// `com.example.secret2`: a reverse-DNS name or a key of a localized text.
    private static func isDotted(_ text: String) -> Bool {
        let parts = text.split(separator: ".")
        return parts.count > 2
            && parts.allSatisfy {
                $0.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" || $0.isNumber }
            }
            && !text.contains { $0.isNumber }
            || ["com.", "org.", "io.", "net.", "group."].contains(where: text.hasPrefix)
    }

    /// `X-Auth-Token-2`, `pw_field_17`: words with hyphens, a number at most at the end.
    private static func isHyphenated(_ text: String) -> Bool {
        let parts = text.split { "-_. ".contains($0) }
        guard parts.count > 1 else { return false }
        let words = parts.filter { $0.allSatisfy(\.isLetter) }
        let numbers = parts.filter { $0.allSatisfy(\.isNumber) && $0.count < 4 }
        return words.count + numbers.count == parts.count
    }

    /// One word in small letters, too long for a field's name: `myencrytionkey`.
    private static func isOneWord(_ text: String) -> Bool {
        text.count >= 10 && text.allSatisfy { $0.isLetter && $0.isLowercase }
    }
}
