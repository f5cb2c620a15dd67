/// What happened on a device, in order: operations on files and events of the lock.
public struct Timeline: Sendable, CustomStringConvertible {
    /// The most entries that are kept; of more the first are left out.
    public static let limit = 10_000

    /// What is kept, the oldest first.
    public private(set) var entries: [TimelineEntry] = []
    /// How many older entries were left out.
    public private(set) var omittedCount = 0

    mutating func append(_ entry: TimelineEntry) {
        entries.append(entry)
        // In one go, so that a long test does not move them all at each step.
        guard entries.count > Self.limit * 2 else { return }
        omittedCount += Self.limit
        entries.removeFirst(Self.limit)
    }

    /// One line an entry: the number of a counted operation, the time, what it was, what it failed with.
    public var description: String { text(last: entries.count) }

    /// The last lines.
    func text(last count: Int) -> String {
        let omitted = omittedCount + max(0, entries.count - count)
        let head = omitted > 0 ? ["       … \(omitted) before"] : []
        return (head + entries.suffix(count).map(\.description)).joined(separator: "\n")
    }
}
