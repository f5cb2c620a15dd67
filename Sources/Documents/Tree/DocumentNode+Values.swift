/// Typed reading of one value. A value of another type is an error, never converted or clamped.
extension DocumentNode {
    /// Text: any single value but null, so that `passcode: 2580` is the text `2580`.
    package func text() throws(DocumentFault) -> String {
        guard case .scalar(let scalar) = content, !scalar.isNull else { throw expected("text") }
        return scalar.text
    }

    /// `true` or `false`, not in quotes; not `yes`, `on` or `True`.
    package func bool() throws(DocumentFault) -> Bool {
        switch plainText {
        case "true": return true
        case "false": return false
        default: throw expected("true or false")
        }
    }

    /// A whole number in decimal digits with an optional minus sign, not in quotes.
    ///
    /// Zeros in front are refused: YAML 1.1 reads `010` as eight.
    package func integer() throws(DocumentFault) -> Int {
        let kind = "a whole number"
        guard let text = plainText else { throw expected(kind) }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard Self.isDecimal(digits) else { throw expected(kind) }
        guard let number = Int(text) else { throw outOfRange(kind) }
        return number
    }

    /// A number of bytes, such as `4096`, `64KiB`, `16MiB` or `1GiB`; not negative.
    package func byteCount() throws(DocumentFault) -> UInt64 {
        let kind = "a size such as 4096 or 64KiB"
        guard let text = plainText else { throw expected(kind) }
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard Self.isDecimal(digits),
            let unit = Self.byteUnits[String(text.dropFirst(digits.count))]
        else { throw expected(kind) }
        guard let count = UInt64(digits) else { throw outOfRange(kind) }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow else { throw outOfRange(kind) }
        return bytes
    }

    /// A duration such as `250ms`, `10s`, `5m` or `72h`, in quotes or not.
    package func duration() throws(DocumentFault) -> Duration {
        try duration(expecting: "a duration such as 10s")
    }

    /// A duration, or `nil` for the word `never`.
    package func durationOrNever() throws(DocumentFault) -> Duration? {
        if case .scalar(let scalar) = content, scalar.text == "never" {
            return nil
        }
        return try duration(expecting: "a duration such as 10s, or never")
    }

    /// The elements of a list, which may be empty.
    package func list() throws(DocumentFault) -> [DocumentNode] {
        guard case .sequence(let nodes) = content else { throw expected("a list") }
        return nodes
    }

    /// A list of texts, which may be empty.
    package func texts() throws(DocumentFault) -> [String] {
        guard case .sequence(let nodes) = content else { throw expected("a list of texts") }
        var texts: [String] = []
        for node in nodes {
            texts.append(try node.text())
        }
        return texts
    }

    /// The error that something else was expected here.
    ///
    /// `kind` is a noun with its article, such as `a list`.
    package func expected(_ kind: String) -> DocumentFault {
        DocumentFault("expected \(kind), found \(spoken)", at: location)
    }

    private func outOfRange(_ kind: String) -> DocumentFault {
        DocumentFault("expected \(kind), found \(spoken), which is out of range", at: location)
    }

    private func duration(expecting kind: String) throws(DocumentFault) -> Duration {
        guard case .scalar(let scalar) = content else { throw expected(kind) }
        do {
            return try DurationText.parse(scalar.text)
        } catch {
            throw error == .tooLong
                ? expected("at most a hundred years (\(DurationText.longest))") : expected(kind)
        }
    }

    private var plainText: String? {
        guard case .scalar(let scalar) = content, !scalar.isQuoted else { return nil }
        return scalar.text
    }

    private static let byteUnits: [String: UInt64] = [
        "": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
    ]

    private static func isDecimal(_ digits: Substring) -> Bool {
        guard let first = digits.utf8.first, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        return digits.utf8.count == 1 || first != 0x30
    }
}
