/// A place in a text file.
package struct SourcePlace: Sendable, Hashable, Comparable {
    /// The line, from 1.
    package let line: UInt32
    /// The column in UTF-8 bytes, from 1; 0 where only the line is known.
    package let column: UInt32

    /// The place `column` of `line`.
    package init(line: Int, column: Int = 0) {
        self.line = UInt32(clamping: line)
        self.column = UInt32(clamping: column)
    }

    /// The first place of a file.
    package static let start = SourcePlace(line: 1, column: 1)

    package static func < (one: SourcePlace, other: SourcePlace) -> Bool {
        (one.line, one.column) < (other.line, other.column)
    }
}

/// The lines of a file that one statement, entry or element takes.
package struct SourceSpan: Sendable, Hashable {
    /// Where it starts.
    package let start: SourcePlace
    /// Its last line, from 1; not before the first.
    package let endLine: UInt32

    /// The lines from `start` to `endLine`, at least one.
    package init(_ start: SourcePlace, endLine: Int? = nil) {
        self.start = start
        self.endLine = max(start.line, UInt32(clamping: endLine ?? 0))
    }
}

/// A part of a source or document that could not be parsed.
package struct SourceFlaw: Error, Sendable, Hashable {
    /// What is wrong, in lower case without a full stop.
    package let message: String
    /// Where.
    package let place: SourcePlace

    /// The flaw `message` at `place`.
    package init(_ message: String, at place: SourcePlace) {
        self.message = message
        self.place = place
    }
}
