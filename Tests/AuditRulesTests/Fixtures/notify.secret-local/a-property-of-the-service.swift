// swift-format-ignore-file
final class Service: UNNotificationServiceExtension {
    var bestAttempt: UNMutableNotificationContent?
    func show(_ message: Message) { bestAttempt?.body = message.verificationCode }  // expect: notify.secret-local
}
