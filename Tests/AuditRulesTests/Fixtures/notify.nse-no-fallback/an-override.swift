// swift-format-ignore-file
class Service: UNNotificationServiceExtension {
    override func serviceExtensionTimeWillExpire() {}
}