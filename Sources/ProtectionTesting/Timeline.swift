/// What happened on a device, in order: operations on files and events of the lock.
public struct Timeline: Sendable, CustomStringConvertible {
    /// How many entries are kept at least; of twice as many the first half is left out.
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
    public var description: String { text(0..<entries.count) }

    /// A part of so many lines: from a little before the test disturbed the device on, else the last.
    func excerpt(_ count: Int) -> String {
        let disturbed = entries.firstIndex { $0.isDisturbance }
        let start = max(0, disturbed.map { $0 - count / 4 } ?? entries.count - count)
        return text(start..<min(entries.count, start + count))
    }

    private func text(_ range: Range<Int>) -> String {
        let before = omittedCount + range.lowerBound
        let after = entries.count - range.upperBound
        let head = before > 0 ? ["       … \(before) before"] : []
        let tail = after > 0 ? ["       … \(after) after"] : []
        return (head + entries[range].map(\.description) + tail).joined(separator: "\n")
    }
}
