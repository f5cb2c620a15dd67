import UserNotifications

/// Puts the picture of a postcard into its notification.
final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let store = PostcardStore(folder: .applicationSupportDirectory)
        _ = try? store.postcard(named: request.identifier)
        contentHandler(request.content)
    }
}
