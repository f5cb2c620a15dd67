public import Foundation

/// Work that code has started beside itself and that has not ended: on queues and threads, in modules with the
/// plugin `DeviceFoundation`, and in tasks.
public final class PendingWork: Sendable {
    /// One piece of work.
    enum Kind: Sendable, Hashable {
        /// On a queue or thread, or to begin there within ``horizon``.
        case job
        /// To begin on a queue after that while.
        case later(Duration)
        /// In tasks that were started where the container was current, none of which was waited for yet.
        case tasks
    }

    /// A timer of more than this is left to come: nothing waits for it.
    package static let horizon: Duration = .seconds(2)

    /// The tasks that the running code belongs to.
    ///
    /// A task keeps what it has inherited until it ends, so this lives as long as the last of them.
    @TaskLocal static var tasks: PendingToken?
    /// Whether the running code was started by a timer, which might start itself again and again.
    @TaskLocal static var isFromTimer = false

    private let counts = WorkCounts()

    /// Whether code that runs now belongs to work that is known here.
    package static var isKnown: Bool { tasks != nil }

    /// Whether nothing is on a queue or thread; tasks, and timers of more than two seconds, do not count.
    public var isEmpty: Bool { !counts.has(.job) }

    /// Waits until nothing is on a queue or thread.
    ///
    /// - Returns: false when something still is by `date`.
    public func wait(until date: Date) -> Bool { counts.waitForJobs(until: date) }

    /// Whether tasks have not ended.
    package var hasTasks: Bool { counts.has(.tasks) }

    /// The shortest of the timers that nothing waits for; nil without any.
    package var postponement: Duration? { counts.postponement }

    /// Lets nothing begin that has not begun: whom it belongs to is no more.
    package func close() { counts.close() }

    func begin(_ kind: Kind) -> PendingToken { PendingToken(kind, counts) }
}

/// Ends one piece of work once, also when it is thrown away and never runs.
final class PendingToken: @unchecked Sendable {
    private let counts: WorkCounts
    private let lock = NSLock()
    // Under the lock; nil after the end.
    private var kind: PendingWork.Kind?

    fileprivate init(_ kind: PendingWork.Kind, _ counts: WorkCounts) {
        self.kind = kind
        self.counts = counts
        counts.change(kind, by: 1)
    }

    deinit { end() }

    /// The work begins now.
    ///
    /// - Returns: false when it must not.
    func start() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard let kind, !counts.isClosed else { return false }
        // Counted twice rather than not at all.
        counts.change(.job, by: 1)
        counts.change(kind, by: -1)
        self.kind = .job
        return true
    }

    func end() {
        lock.lock()
        defer { lock.unlock() }
        if let kind { counts.change(kind, by: -1) }
        kind = nil
    }
}

private final class WorkCounts: @unchecked Sendable {
    // All under the condition's lock.
    private var counts: [PendingWork.Kind: Int] = [:]
    private var hasClosed = false
    private let condition = NSCondition()

    private func withLock<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }

    func change(_ kind: PendingWork.Kind, by amount: Int) {
        withLock {
            let count = (counts[kind] ?? 0) + amount
            counts[kind] = count == 0 ? nil : count
            if counts[.job] == nil { condition.broadcast() }
        }
    }

    func has(_ kind: PendingWork.Kind) -> Bool { withLock { counts[kind] != nil } }

    func waitForJobs(until date: Date) -> Bool {
        withLock {
            while counts[.job] != nil {
                guard condition.wait(until: date) else { return counts[.job] == nil }
            }
            return true
        }
    }

    var postponement: Duration? {
        withLock {
            counts.keys.compactMap { if case .later(let delay) = $0 { delay } else { nil } }.min()
        }
    }

    func close() { withLock { hasClosed = true } }

    var isClosed: Bool { withLock { hasClosed } }
}
