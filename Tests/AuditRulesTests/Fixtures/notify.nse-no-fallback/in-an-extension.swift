// swift-format-ignore-file
class Service: UNNotificationServiceExtension {}
extension Service { override func serviceExtensionTimeWillExpire() {} }