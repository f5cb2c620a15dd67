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

    /// The time is almost up: the last chance to call `answer` (`serviceExtensionTimeWillExpire`).
    ///
    /// Called at most once, on a thread of its own: ``didReceive(_:answer:)`` may still be running.
    func timeWillExpire()
}
