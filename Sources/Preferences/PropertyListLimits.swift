/// What a property list may ask for, so that a hostile one is refused in bounded memory and time.
public struct PropertyListLimits: Sendable, Hashable {
    /// The size of the whole, in bytes.
    public var byteCount: Int
    /// How deep arrays and dictionaries may stand in each other.
    public var depth: Int
    /// Values in all; a value that is referred to twice counts twice.
    public var valueCount: Int

    /// Sets limits.
    public init(byteCount: Int, depth: Int, valueCount: Int) {
        self.byteCount = byteCount
        self.depth = depth
        self.valueCount = valueCount
    }

    /// 64 MiB, 128 levels, a million values.
    public static let standard = PropertyListLimits(
        byteCount: 64 << 20,
        depth: 128,
        valueCount: 1_000_000
    )
}
