/// A place in a text.
///
/// Lines end where YAML 1.1 says: at CR LF, CR, LF, U+0085, U+2028 and U+2029. A column is one
/// Unicode scalar, so a tab and an emoji count as one; a byte order mark counts as none.
package struct TextLocation: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int

    /// The place `column` of `line`, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first place of a text.
    package static let start = TextLocation(line: 1, column: 1)

    /// Whether a place comes before another.
    package static func < (left: TextLocation, right: TextLocation) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// `line:column`, as compilers print it.
    package var description: String { "\(line):\(column)" }
}
