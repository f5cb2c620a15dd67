public import Dispatch
public import Foundation

/// Work that the code under test hands to queues and threads, which know nothing of its test.
extension FoundationCalls {
    /// The same work with the container current that is current now.
    private static func carrying(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let container = ApplicationContainer.current else { return work }
        container.work.begin()
        return { [token = WorkToken(container.work)] in
            container.run(work)
            token.end()
        }
    }

    /// `queue.async(group:qos:flags:execute:)`.
    public static func async(
        _ queue: DispatchQueue,
        group: DispatchGroup?,
        qos: DispatchQoS,
        flags: DispatchWorkItemFlags,
        execute work: @escaping @Sendable () -> Void
    ) {
        queue.async(group: group, qos: qos, flags: flags, execute: carrying(work))
    }

    /// `queue.asyncAfter(deadline:qos:flags:execute:)`.
    public static func asyncAfter(
        _ queue: DispatchQueue,
        deadline: DispatchTime,
        qos: DispatchQoS,
        flags: DispatchWorkItemFlags,
        execute work: @escaping @Sendable () -> Void
    ) {
        queue.asyncAfter(deadline: deadline, qos: qos, flags: flags, execute: carrying(work))
    }

    /// `operations.addOperation(_:)` with a closure.
    public static func addOperation(
        _ work: @escaping @Sendable () -> Void,
        to operations: OperationQueue
    ) {
        operations.addOperation(carrying(work))
    }

    /// `Thread.detachNewThread(_:)`.
    public static func detachNewThread(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread(carrying(work))
    }
}

/// Work that was handed to a queue or thread and has not ended.
public final class PendingWork: Sendable {
    private let count = CountedCondition()

    func begin() { count.change(by: 1) }
    func end() { count.change(by: -1) }

    /// How much there is.
    public var isEmpty: Bool { count.isZero }

    /// Waits until all of it has ended.
    ///
    /// - Returns: false when it has not by `date`.
    public func wait(until date: Date) -> Bool { count.wait(until: date) }
}

private final class CountedCondition: @unchecked Sendable {
    // Under the condition's lock.
    private var count = 0
    private let condition = NSCondition()

    func change(by amount: Int) {
        condition.lock()
        defer { condition.unlock() }
        count += amount
        if count == 0 { condition.broadcast() }
    }

    var isZero: Bool {
        condition.lock()
        defer { condition.unlock() }
        return count == 0
    }

    func wait(until date: Date) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while count > 0 {
            guard condition.wait(until: date) else { return count == 0 }
        }
        return true
    }
}

/// Ends one piece of work once, also when it is thrown away and never runs.
private final class WorkToken: @unchecked Sendable {
    private let work: PendingWork
    private let lock = NSLock()
    // Under the lock.
    private var hasEnded = false

    init(_ work: PendingWork) { self.work = work }

    deinit { end() }

    func end() {
        lock.lock()
        defer { lock.unlock() }
        guard !hasEnded else { return }
        hasEnded = true
        work.end()
    }
}
