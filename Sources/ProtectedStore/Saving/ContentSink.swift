/// Where the content of a file goes.
package protocol ContentSink: Sendable {
    /// Whether pieces must come front to back; otherwise they come in any order, from any thread.
    var isSequential: Bool { get }
    /// Takes the bytes that belong at `offset`.
    ///
    /// - Throws: whatever writing throws.
    func write(_ bytes: RawSpan, at offset: UInt64) throws
}
