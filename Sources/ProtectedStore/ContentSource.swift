/// Where the content of a file comes from, front to back.
package protocol ContentSource: Sendable {
    /// Fills `bytes`, less only at the end, and says how many came.
    ///
    /// - Throws: whatever reading throws; the file is then not made.
    func read(into bytes: inout MutableRawSpan) throws -> Int
    /// How many bytes to expect, so that small content needs no large buffer; nil when unknown.
    ///
    /// A wrong hint costs time and nothing else.
    var expectedByteCount: Int? { get }
}

extension ContentSource {
    /// Nobody knows.
    package var expectedByteCount: Int? { nil }
}
