/// What an app lets change its pushes before they are shown (`UNNotificationServiceExtension`).
public protocol ServiceExtension: Sendable {
    /// Takes a request and answers, now or later, with what is to be shown.
    func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void
    )

    /// The time is nearly up: the last chance to answer.
    func timeWillExpire()
}
