extension String {
    /// The text with unprintable scalars escaped, for messages, terminals and logs.
    ///
    /// A text without any is given back as it is, and so is one that was escaped before.
    package var printable: String {
        // Nearly every text.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                text += scalar.escaped(asASCII: true)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether the scalar shows as itself: it neither moves a cursor nor turns the writing.
    package var isPrintable: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        // Persian words and many emoji have these two in them; they move nothing.
        if self == "\u{200C}" || self == "\u{200D}" { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
