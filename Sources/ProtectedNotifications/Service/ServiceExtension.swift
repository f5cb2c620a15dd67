public import ProtectionModel

/// An app's code that may change the content of a push before it is shown (`UNNotificationServiceExtension`).
///
/// Each push has an instance of its own. Answering through a handler is Apple's shape, on purpose: so an
/// extension can answer twice, late, never, or from any thread, as it can on a phone. It has "a limited amount
/// of time", about 30 seconds, then "one last chance"; without an answer "the system displays the original
/// content" (Apple, UNNotificationServiceExtension).
public protocol ServiceExtension: Sendable {
    /// A push has come; what is passed to `answer` first is shown in its place.
    ///
    /// Called once, on a thread that it may block.
    func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void
    )

    /// The same for an extension that can tell an answer that cannot be shown as it is: `refuse` is then called
    /// in the place of `answer`, with the reason, and what was pushed is shown.
    ///
    /// By itself it calls the other.
    func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void,
        refuse: @escaping @Sendable (ProtectionError) -> Void
    )

    /// The time is almost up: the last chance to call `answer` (`serviceExtensionTimeWillExpire`).
    ///
    /// Called at most once, on a thread of its own: ``didReceive(_:answer:)`` may still be running.
    func timeWillExpire()
}

extension ServiceExtension {
    /// Refuses nothing.
    public func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void,
        refuse: @escaping @Sendable (ProtectionError) -> Void
    ) {
        didReceive(request, answer: answer)
    }
}

/// A service extension that can tell whether it has anything to do when its time is up.
package protocol ServiceExtensionLeavingEnd: ServiceExtension {
    /// Whether it was told that its time is up and left the rest to the system, which shows what was pushed.
    var hasLeftEnd: Bool { get }
}
