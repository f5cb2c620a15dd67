extension String {
    /// The text in single quotes, cut at 40 characters or too many combining marks in a row, with
    /// unprintable scalars escaped.
    ///
    /// Messages reach terminals and logs: a hostile text must not move the cursor, turn the
    /// direction of writing or fill the screen.
    package var quotedForMessage: String {
        var marks = CombiningMarks()
        let shown = unicodeScalars.prefix(40).prefix { !marks.isExceeded(by: $0) }
        let isWhole = shown.endIndex == unicodeScalars.endIndex
        return "'\(String(shown).printable)" + (isWhole ? "'" : "…'")
    }

    /// The text with unprintable scalars escaped, for a terminal.
    package var printable: String {
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
