import ProtectionModel

extension String {
    /// The text in single quotes, cut at 40 characters, with unprintable scalars escaped.
    ///
    /// Messages reach terminals and logs: a hostile text must not move the cursor, turn the
    /// direction of writing or fill the screen.
    package var quotedForMessage: String {
        let shown = String(String.UnicodeScalarView(unicodeScalars.prefix(40))).printable
        return "'\(shown)" + (unicodeScalars.dropFirst(40).isEmpty ? "'" : "…'")
    }
}
