import Foundation

/// How labels are compared.
enum RatingLabel {
    /// In Unicode's compatibility form (NFKC), which has no full-width letters; lower case, one space
    /// where white space was, one dash for all sorts of dashes, nothing around.
    static func fold(_ label: String) -> String {
        foldASCII(label) ?? foldScalars(label)
    }

    /// Whether nothing is left of a label.
    static func isEmpty(_ label: String) -> Bool {
        // A visible character answers this without folding.
        if let first = label.utf8.first, (0x21..<0x7F).contains(first) { return false }
        return fold(label).isEmpty
    }

    /// The same for the labels that most files have, without a look into Unicode's tables; nil for
    /// others.
    private static func foldASCII(_ label: String) -> String? {
        var last: UInt8 = 0x20
        var isFolded = true
        for byte in label.utf8 {
            guard byte < 0x80 else { return nil }
            // Capitals, white space other than spaces, and spaces in a row.
            if (0x41...0x5A).contains(byte) || (0x09...0x0D).contains(byte)
                || byte == 0x20 && last == 0x20
            {
                isFolded = false
            }
            last = byte
        }
        if isFolded, last != 0x20 || label.isEmpty { return label }
        var folded: [UInt8] = []
        for byte in label.utf8 {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                if let last = folded.last, last != 0x20 { folded.append(0x20) }
            } else {
                folded.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        if folded.last == 0x20 { folded.removeLast() }
        return String(decoding: folded, as: UTF8.self)
    }

    private static func foldScalars(_ label: String) -> String {
        var folded = String.UnicodeScalarView()
        var isSpaceDue = false
        let label = label.precomposedStringWithCompatibilityMapping.lowercased()
        for scalar in label.unicodeScalars {
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
