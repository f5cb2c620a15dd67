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

    /// What there is at one moment.
    package struct Snapshot: Sendable {
        /// Whether something is on a queue or thread.
        package var hasJobs = false
        /// Whether tasks have not ended.
        package var hasTasks = false
        /// The shortest timer that is not waited for; nil without any.
        package var postponement: Duration?
    }

    /// What there is now.
    package var snapshot: Snapshot { counts.snapshot }

    /// Whether nothing is on a queue or thread; tasks do not count, nor do timers of more than two seconds and those
    /// that a timer starts.
    public var isEmpty: Bool { !snapshot.hasJobs }

    /// Waits until nothing is on a queue or thread.
    ///
    /// - Returns: false when something still is by `date`.
    public func wait(until date: Date) -> Bool { counts.waitForJobs(until: date) }

    /// Whether tasks that something has started have ended.
    package struct TaskWatch: Sendable {
        fileprivate weak var token: PendingToken?

        /// Whether none is left, nor one that such a task has started.
        package var isOver: Bool { token == nil }
    }

    /// Runs `body` so that the tasks that it starts are told from all others.
    package func watchingTasks(_ body: () -> Void) -> TaskWatch {
        let token = begin(.tasks)
        Self.$tasks.withValue(token, operation: body)
        return TaskWatch(token: token)
    }

    /// Lets nothing begin that has not begun: whom it belongs to is gone.
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
        guard let kind, counts.start(kind) else { return false }
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

    /// Makes a job of what begins; false when nothing may begin any more.
    func start(_ kind: PendingWork.Kind) -> Bool {
        withLock {
            guard !hasClosed else { return false }
            counts[kind, default: 0] -= 1
            if counts[kind] == 0 { counts[kind] = nil }
            counts[.job, default: 0] += 1
            return true
        }
    }

    func waitForJobs(until date: Date) -> Bool {
        withLock {
            while counts[.job] != nil {
                guard condition.wait(until: date) else { return counts[.job] == nil }
            }
            return true
        }
    }

    var snapshot: PendingWork.Snapshot {
        withLock {
            let delays = counts.keys.compactMap { kind in
                if case .later(let delay) = kind { delay } else { nil as Duration? }
            }
            return PendingWork.Snapshot(
                hasJobs: counts[.job] != nil,
                hasTasks: counts[.tasks] != nil,
                postponement: delays.min()
            )
        }
    }

    func close() { withLock { hasClosed = true } }
}
