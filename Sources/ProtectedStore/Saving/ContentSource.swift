/// Where the content of a file comes from, front to back.
package protocol ContentSource: Sendable {
    /// Fills `bytes`, less only at the end, and says how many came.
    ///
    /// - Throws: whatever reading throws; the file is then not made.
    func read(into bytes: inout MutableRawSpan) throws -> Int
    /// The same, and calls `onPiece` each time that something has come.
    ///
    /// A source that waits in the middle says so: what waits for long is not in use.
    ///
    /// - Throws: whatever reading throws.
    func read(into bytes: inout MutableRawSpan, onPiece: () -> Void) throws -> Int
    /// How many bytes to expect, so that small content needs no large buffer; nil when unknown.
    ///
    /// A wrong hint costs time and nothing else.
    var expectedByteCount: Int? { get }
}

extension ContentSource {
    /// For what comes all at once.
    package func read(into bytes: inout MutableRawSpan, onPiece: () -> Void) throws -> Int {
        let count = try read(into: &bytes)
        if count > 0 { onPiece() }
        return count
    }

    /// Nobody knows.
    package var expectedByteCount: Int? { nil }
}
