public import Foundation
public import ProtectedNotifications
public import ProtectionModel
import Synchronization

/// What an app lets change its pushes before they are shown.
open class UNNotificationServiceExtension: NSObject {
    /// Called when a class has nothing of its own for the end of the time.
    fileprivate let leavingEnd = Mutex<@Sendable () -> Void>({})

    /// Makes one; the system makes one for each push.
    public override init() { super.init() }

    /// Takes a push, and answers with what is to be shown; this one changes nothing.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// The time is nearly up; this one does nothing, so that what was pushed is shown.
    open func serviceExtensionTimeWillExpire() { leavingEnd.withLock { $0() } }
}

/// Runs an app's service extension as it is.
///
/// ```swift
/// let service = AppServiceExtension { NotificationService() }
/// ```
///
/// One stands for a process: each push has an object of its own, which is kept until it answers, and all that
/// have not answered hear that the time is nearly up. They go with it: keep it while it is to run.
public final class AppServiceExtension: ServiceExtension {
    /// An object of an app; the system, too, calls it on whatever thread it likes.
    private struct Run: @unchecked Sendable {
        let number: Int
        let service: UNNotificationServiceExtension
    }

    private struct State {
        var next = 0
        var running: [Run] = []
        var hasLeftEnd = false
    }

    private let make: @Sendable () -> UNNotificationServiceExtension
    private let state = Mutex(State())

    /// Runs what `make` makes.
    public init(_ make: @escaping @Sendable () -> UNNotificationServiceExtension) {
        self.make = make
    }

    /// Hands a push to a new object of the app; the original takes the place of an answer that cannot be
    /// shown as it is.
    public func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void
    ) {
        didReceive(request, answer: answer) { _ in answer(request.content) }
    }

    /// Hands a push to a new object of the app; an answer that cannot be shown as it is, such as one whose
    /// `userInfo` no property list holds, is refused.
    public func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void,
        refuse: @escaping @Sendable (ProtectionError) -> Void
    ) {
        let run = start()
        // The app's object may keep the handler, which must not keep the object.
        let number = run.number
        let handler = { [weak self] (content: UNNotificationContent) in
            self?.end(number)
            do throws(ProtectionError) {
                answer(try NotificationContent(content))
            } catch { refuse(error) }
        }
        run.service.didReceive(
            UNNotificationRequest(request, isPush: true),
            withContentHandler: handler
        )
    }

    /// Tells each that has not answered.
    public func timeWillExpire() {
        for run in state.withLock({ $0.running }) { run.service.serviceExtensionTimeWillExpire() }
    }

    private func start() -> Run {
        // The app's code runs outside of the lock.
        nonisolated(unsafe) let service = make()
        service.leavingEnd.withLock {
            $0 = { [weak self] in self?.state.withLock { $0.hasLeftEnd = true } }
        }
        return state.withLock { state in
            let run = Run(number: state.next, service: service)
            state.next += 1
            state.running.append(run)
            return run
        }
    }

    private func end(_ number: Int) {
        // The last reference may go with it, and the app's code run: outside of the lock.
        _ = state.withLock { state in
            let index = state.running.firstIndex { $0.number == number }
            return index.map { state.running.remove(at: $0) }
        }
    }
}

extension AppServiceExtension: ServiceExtensionLeavingEnd {
    /// Whether the app's class has no `serviceExtensionTimeWillExpire` of its own, as Apple allows, or calls
    /// that of its superclass; known once the time was up.
    package var hasLeftEnd: Bool { state.withLock { $0.hasLeftEnd } }
}
