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
