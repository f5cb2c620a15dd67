import ProtectedStore
import ProtectionModel

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

    /// The last operation that is over; nil while none is.
    var lastOperation: String? { entries.last(where: \.isOperation)?.what }

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

/// One thing that happened on a device during a test.
public struct TimelineEntry: Sendable, Hashable, CustomStringConvertible {
    /// Time since the device was made, on its own clock.
    public let time: Duration
    /// The number of a counted operation, from 1; nil for what is not counted.
    public let step: Int?
    /// What was done, or what happened to the device.
    public var what: String { operation?.sentence ?? event }
    /// The code an operation failed with, such as `protected-data-unavailable`; nil for none.
    public let failure: String?

    /// Whether it is what the test did to the device.
    let isDisturbance: Bool
    // Most entries are never looked at, so words are made when one is.
    private let operation: FileOperation?
    private let event: String

    /// An operation of the code under test.
    init(time: Duration, step: Int?, _ operation: FileOperation, failure: String?) {
        self.time = time
        self.step = step
        self.operation = operation
        self.failure = failure
        event = ""
        isDisturbance = false
    }

    /// Something that happened to the device.
    init(time: Duration, event: String, isDisturbance: Bool) {
        self.time = time
        self.event = event
        self.isDisturbance = isDisturbance
        step = nil
        operation = nil
        failure = nil
    }

    /// Whether it is an operation.
    var isOperation: Bool { operation != nil }

    /// One line, without the line's end.
    public var description: String {
        let number = step.map { "\($0)" } ?? ""
        let padding = String(repeating: " ", count: max(0, 5 - number.count))
        return padding + number + "  " + Self.text(time) + "  " + what
            + (failure.map { "  -> \($0)" } ?? "")
    }

    private static func text(_ time: Duration) -> String {
        let milliseconds = Int64(time / .milliseconds(1))
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        return "+\(milliseconds / 1_000).\(fraction) s"
    }
}

extension FileOperation {
    /// The operation, in the words of a timeline.
    var sentence: String {
        let object = isDocument ? subject ?? "the device's \(path)" : "\(path)"
        var words = [kind.rawValue, object]
        if let target { words.append("to \(target)") }
        if let protection { words.append("as \(protection.name)") }
        if isCreating { words.append("(may create it)") }
        switch kind {
        case .truncate: if let byteCount { words.append("to \(byteCount) bytes") }
        case .write: if let byteCount { words.append("\(byteCount) bytes") }
        default: break
        }
        return words.joined(separator: " ")
    }
}
