import AuditFacts
import StructuredText

extension SourcePlace {
    /// The same place in the words of the facts.
    init(_ place: BytePlace) {
        self.init(line: place.line, column: place.column)
    }

    /// The same place in the words of the facts.
    init(_ location: TextLocation) {
        self.init(line: location.line, column: location.column)
    }
}

extension SourceFlaw {
    /// The same flaw in the words of the facts.
    init(_ fault: SyntaxFault) {
        self.init(fault.message, at: SourcePlace(fault.place))
    }

    /// The same flaw in the words of the facts.
    init(_ error: TextError) {
        self.init(error.message, at: SourcePlace(error.location))
    }
}
