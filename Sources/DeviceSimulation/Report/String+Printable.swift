extension Unicode.Scalar {
    /// Whether the scalar shows as itself: it neither moves a cursor nor turns the writing.
    var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}

extension String {
    /// The text with what is not printable escaped.
    var printable: String {
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
