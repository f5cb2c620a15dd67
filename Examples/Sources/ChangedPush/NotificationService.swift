// An app's own code, as it is on the phone: it knows nothing of this package.
import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var bestAttempt: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttempt = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let bestAttempt, let text = bestAttempt.userInfo["text"] as? String,
            let data = Data(base64Encoded: text)
        else { return contentHandler(request.content) }
        bestAttempt.body = String(decoding: data, as: UTF8.self)
        bestAttempt.categoryIdentifier = "message"
        contentHandler(bestAttempt)
    }

    override func serviceExtensionTimeWillExpire() {
        guard let contentHandler, let bestAttempt else { return }
        contentHandler(bestAttempt)
    }
}
