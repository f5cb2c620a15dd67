/// Counts what a property list has asked for.
struct PropertyListBudget {
    private let limits: PropertyListLimits
    private var valueCount = 0

    init(_ limits: PropertyListLimits, byteCount: Int) throws(PropertyListError) {
        guard byteCount <= limits.byteCount else {
            throw PropertyListError(
                "it has \(byteCount) bytes, more than \(limits.byteCount) are not read"
            )
        }
        self.limits = limits
    }

    /// One more value, inside `depth` others.
    mutating func spend(atDepth depth: Int) throws(PropertyListError) {
        valueCount += 1
        guard valueCount <= limits.valueCount else {
            throw PropertyListError("it has more than \(limits.valueCount) values")
        }
        guard depth <= limits.depth else {
            throw PropertyListError("its values stand more than \(limits.depth) levels deep")
        }
    }
}
