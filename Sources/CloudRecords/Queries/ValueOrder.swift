import ProtectionModel

/// How values compare, alike in every engine.
enum ValueOrder {
    /// Whether a record's value is a predicate's; nil for values of other types.
    static func areEqual(_ value: RecordValue, _ constant: PredicateConstant) -> Bool? {
        switch (value, constant.value) {
        case (.string(let text), .string):
            return TextFolding.withoutCase(text) == constant.folded
        case (.bytes(let bytes), .bytes(let other)): return bytes == other
        case (.location(let place), .location(let other)): return place == other
        case (.reference(let reference), .reference(let other)): return reference.id == other.id
        case (.reference(let reference), .string(let name)): return reference.id.name == name
        default: return order(value, constant).map { $0 == 0 }
        }
    }

    /// Below, at or above zero as a record's value comes before, with or after a predicate's; nil
    /// for values without an order.
    static func order(_ value: RecordValue, _ constant: PredicateConstant) -> Int? {
        if case .string(let text) = value, let folded = constant.folded {
            return order(TextFolding.withoutCase(text).utf8, folded.utf8)
        }
        return order(SortKey(value), SortKey(constant.value))
    }

    fileprivate static func order(_ left: String.UTF8View, _ right: String.UTF8View) -> Int {
        if left.elementsEqual(right) { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func order(_ left: SortKey?, _ right: SortKey?) -> Int? {
        guard let left, let right, left.isOrdered(with: right) else { return nil }
        return left.order(with: right)
    }
}

/// What a result is sorted by.
enum SortKey: Sendable, Hashable {
    /// A text without case, and the text, which decides among equal ones.
    case text(folded: String, String)
    case integer(Int64)
    case real(Double)
    case date(Timestamp)

    /// The key of a value; nil for one without an order.
    init?(_ value: RecordValue) {
        switch value {
        case .string(let text): self = .text(folded: TextFolding.withoutCase(text), text)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .date(let time): self = .date(time)
        case .bytes, .location, .reference, .asset, .list, .sealed: return nil
        }
    }

    /// The value that it is the key of.
    var value: RecordValue {
        switch self {
        case .text(_, let text): .string(text)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .date(let time): .date(time)
        }
    }

    private var rank: Int {
        switch self {
        case .integer, .real: 0
        case .date: 1
        case .text: 2
        }
    }

    func isOrdered(with other: SortKey) -> Bool { rank == other.rank }

    /// Below, at or above zero as it comes before, with or after another.
    func order(with other: SortKey) -> Int {
        switch (self, other) {
        case (.text(let folded, let text), .text(let otherFolded, let other)):
            let order = ValueOrder.order(folded.utf8, otherFolded.utf8)
            return order == 0 ? ValueOrder.order(text.utf8, other.utf8) : order
        case (.integer(let number), .integer(let other)): return Self.order(number, other)
        case (.real(let number), .real(let other)): return Self.order(number, other)
        case (.integer(let number), .real(let other)): return Self.order(number, other)
        case (.real(let number), .integer(let other)): return -Self.order(other, number)
        case (.date(let time), .date(let other)): return Self.order(time, other)
        default: return Self.order(rank, other.rank)
        }
    }

    private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
        left == right ? 0 : left < right ? -1 : 1
    }

    /// Exact, also where a `Double` cannot hold the integer.
    private static func order(_ left: Int64, _ right: Double) -> Int {
        guard right.isFinite else { return right > 0 ? -1 : 1 }
        let whole = right.rounded(.down)
        guard whole >= -0x1p63 else { return 1 }
        guard whole < 0x1p63 else { return -1 }
        let order = order(left, Int64(whole))
        return order == 0 && right > whole ? -1 : order
    }
}
