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
