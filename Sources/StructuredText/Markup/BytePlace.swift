/// A place in a text file as compilers count it.
///
/// Lines end at LF, CR LF and CR; a byte order mark counts as no column.
package struct BytePlace: Sendable, Hashable {
    /// The line, from 1.
    package let line: Int
    /// The column in UTF-8 bytes, from 1.
    package let column: Int

    /// The place `column` of `line`.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
