/// How large a document may be, so that a hostile one costs little.
package struct TextLimits: Sendable, Equatable {
    /// The greatest length in bytes of UTF-8.
    package var byteCount: Int
    /// The greatest number of mappings and lists around a value; 1 allows one flat collection.
    ///
    /// Reading recurses once a level, so this also bounds the stack.
    package var depth: Int
    /// The greatest number of values, each key and each collection counted as one.
    package var nodeCount: Int

    /// Limits of 4 MiB, 64 levels and 200,000 values where nothing else is said.
    package init(byteCount: Int = 4 << 20, depth: Int = 64, nodeCount: Int = 200_000) {
        self.byteCount = byteCount
        self.depth = depth
        self.nodeCount = nodeCount
    }

    /// The limits for files that people write.
    package static let standard = TextLimits()
}
