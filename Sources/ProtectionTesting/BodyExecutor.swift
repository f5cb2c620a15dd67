import Foundation
import Synchronization

/// Runs the tasks of the code under test on threads of its own.
///
/// Code that waits forever, or that was abandoned, keeps a thread. On the pool that all tasks share,
/// which has one for each core, two of them would stop every test.
final class BodyExecutor: TaskExecutor {
    /// Those with threads that do not come back: a task that wakes after all still needs its executor.
    private static let abandoned = Mutex<[BodyExecutor]>([])

    private let line = JobLine()

    deinit { line.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        line.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Nobody waits for its tasks any more.
    func abandon() { Self.abandoned.withLock { $0.append(self) } }
}

/// What threads are to do, and as many threads as it takes.
private final class JobLine: Sendable {
    private static let threadLimit = 64

    private let condition = NSCondition()
    // Under the condition's lock.
    private nonisolated(unsafe) var jobs: [@Sendable () -> Void] = []
    private nonisolated(unsafe) var idleCount = 0
    private nonisolated(unsafe) var threadCount = 0
    private nonisolated(unsafe) var isClosed = false

    func add(_ job: @escaping @Sendable () -> Void) {
        condition.lock()
        defer { condition.unlock() }
        jobs.append(job)
        if idleCount >= jobs.count || threadCount == Self.threadLimit { return condition.signal() }
        threadCount += 1
        Thread { self.work() }.start()
    }

    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }

    private func work() {
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty, !isClosed {
            idleCount += 1
            condition.wait()
            idleCount -= 1
        }
        return jobs.isEmpty ? nil : jobs.removeFirst()
    }
}
