/// How labels are compared.
enum RatingLabel {
    /// Lower case, one space where white space was, one dash for all sorts of dashes, nothing around.
    static func fold(_ label: String) -> String {
        var folded = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in label.lowercased().unicodeScalars {
            guard !scalar.properties.isWhitespace, !invisible.contains(scalar) else {
                isSpaceDue = !folded.isEmpty && (isSpaceDue || !invisible.contains(scalar))
                continue
            }
            if isSpaceDue { folded.append(" ") }
            isSpaceDue = false
            folded.append(isDash(scalar) ? "-" : scalar)
        }
        return String(folded)
    }

    /// A folded label without its dashes and spaces: files have `TV14` for `TV-14`.
    static func tighten(_ folded: String) -> String {
        folded.filter { $0 != "-" && $0 != " " }
    }

    /// A folded label without the descriptors at its end; nil when it has none.
    static func withoutDescriptors(_ folded: String) -> String? {
        guard let cut = folded.lastIndex(where: { $0 == "-" || $0 == " " || $0 == "(" }) else {
            return nil
        }
        var descriptors = folded[folded.index(after: cut)...]
        if folded[cut] == "(" {
            guard descriptors.popLast() == ")" else { return nil }
        }
        guard !descriptors.isEmpty,
            descriptors == "fv" || descriptors.allSatisfy({ "dlsv".contains($0) })
        else { return nil }
        let base = folded[..<cut]
        return String(base.last == " " ? base.dropLast() : base)
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
            || scalar == "\u{AD}"
    }

    /// Zero-width spaces, joiners and the byte-order mark.
    private static let invisible: Set<Unicode.Scalar> = [
        "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}",
    ]
}
