extension String {
    /// The text in single quotes, cut at 40 characters, with unprintable scalars escaped.
    ///
    /// Messages reach terminals and logs: a hostile text must not move the cursor, turn the
    /// direction of writing or fill the screen.
    var quotedForMessage: String {
        var quoted = "'"
        for scalar in unicodeScalars.prefix(40) {
            if scalar.isPrintable {
                quoted.unicodeScalars.append(scalar)
            } else {
                quoted += scalar.escaped(asASCII: true)
            }
        }
        return quoted + (unicodeScalars.dropFirst(40).isEmpty ? "'" : "…'")
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
