package import Documents

// Documents in the words of the facts. Code has places of its own: an audit holds a million of them,
// in eight bytes each, and writes them into its cache.

extension SourcePlace {
    /// The same place; the first one for a binary document, which has no lines.
    package init(_ location: DocumentPlace) {
        let hasLines = location.line > 0
        self.init(line: hasLines ? location.line : 1, column: hasLines ? location.column : 1)
    }
}

extension SourceFlaw {
    /// The same flaw.
    package init(_ error: DocumentFault) {
        self.init(error.message, at: SourcePlace(error.location))
    }
}

extension DocumentNode {
    /// The lines it takes.
    package var span: SourceSpan {
        SourceSpan(SourcePlace(location), endLine: lastLine)
    }
}

extension DocumentEntry {
    /// Where its key stands.
    package var place: SourcePlace { SourcePlace(keyLocation) }
}
