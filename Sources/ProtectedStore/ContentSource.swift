/// Where the content of a file comes from, front to back.
package protocol ContentSource: Sendable {
    /// Fills `bytes`, less only at the end, and says how many came.
    ///
    /// - Throws: whatever reading throws; the file is then not made.
    func read(into bytes: inout MutableRawSpan) throws -> Int
}
