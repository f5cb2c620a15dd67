/// How large a property list may be, and how strictly it is read.
package struct PropertyListRules: Sendable, Hashable {
    /// The size of the whole, in bytes.
    package var byteCount: Int
    /// How deep arrays and dictionaries may be nested.
    package var depth: Int
    /// Values in all; a value that is referred to twice counts twice.
    package var valueCount: Int
    /// Whether it is read as a file of a project, whose flaws are for rules to find.
    ///
    /// Keys may come twice, lines of the C preprocessor may stand between values, and numbers,
    /// dates and data are taken as far as they can be made out. Else only what a device stores is
    /// taken.
    package var isLenient: Bool

    /// Rules with the bounds given; 64 MiB, 128 levels and a million values where nothing is.
    package init(
        byteCount: Int = 64 << 20,
        depth: Int = 128,
        valueCount: Int = 1_000_000,
        isLenient: Bool = false
    ) {
        self.byteCount = byteCount
        self.depth = depth
        self.valueCount = valueCount
        self.isLenient = isLenient
    }
}

/// Counts what a property list has asked for.
struct PropertyListBudget {
    private let rules: PropertyListRules
    private let leafByteLimit: Int
    private var valueCount = 0
    private var leafByteCount = 0

    init(_ rules: PropertyListRules, byteCount: Int) throws(DocumentFault) {
        guard byteCount <= rules.byteCount else {
            throw DocumentFault(
                "it has \(byteCount) bytes, more than \(rules.byteCount) are not read",
                at: .start
            )
        }
        self.rules = rules
        leafByteLimit = 4 * byteCount + (1 << 20)
    }

    /// One more reference to a string or to data of `byteCount` bytes at `location`.
    ///
    /// A few bytes may be referred to a million times, and are copied and hashed each time. The
    /// first 64 bytes are free, since the number of values bounds them.
    mutating func spend(leafOf byteCount: Int, _ location: DocumentPlace) throws(DocumentFault) {
        leafByteCount += max(0, byteCount - 64)
        guard leafByteCount <= leafByteLimit else {
            throw DocumentFault("it refers to long strings or data too often", at: location)
        }
    }

    /// One more value at `location`, inside `depth` others.
    mutating func spend(atDepth depth: Int, _ location: DocumentPlace) throws(DocumentFault) {
        valueCount += 1
        guard valueCount <= rules.valueCount else {
            throw DocumentFault("it has more than \(rules.valueCount) values", at: location)
        }
        guard depth <= rules.depth else {
            throw DocumentFault(
                "its values are nested more than \(rules.depth) levels deep",
                at: location
            )
        }
    }
}
