import ProtectionModel

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
}
