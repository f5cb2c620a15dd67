public import Dispatch
public import Foundation

/// Work that the code under test hands to queues and threads, which know nothing of its test.
extension FoundationCalls {
    /// The same work with the container current that is current now; `delay` is that of a timer.
    package static func carrying(
        _ work: @escaping @Sendable () -> Void,
        after delay: Duration? = nil
    ) -> @Sendable () -> Void {
        guard let container = ApplicationContainer.current else { return work }
        let isFromTimer = PendingWork.isFromTimer
        let isPostponed = delay.map { isFromTimer || $0 > PendingWork.horizon } ?? false
        let token = container.work.begin(isPostponed ? .later(delay ?? .zero) : .job)
        return {
            guard token.start() else { return }
            PendingWork.$isFromTimer.withValue(isFromTimer || delay != nil) { container.run(work) }
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
        let work = carrying(work, after: duration(until: deadline))
        queue.asyncAfter(deadline: deadline, qos: qos, flags: flags, execute: work)
    }

    private static func duration(until deadline: DispatchTime) -> Duration {
        let now = DispatchTime.now().uptimeNanoseconds
        guard deadline.uptimeNanoseconds > now else { return .zero }
        // To a hundredth of a second: some has passed since the caller looked at the time.
        return .milliseconds(
            (Int64(clamping: deadline.uptimeNanoseconds - now) / 5_000_000 + 1) / 2 * 10
        )
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
