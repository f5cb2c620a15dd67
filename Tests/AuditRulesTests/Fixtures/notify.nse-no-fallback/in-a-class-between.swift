// swift-format-ignore-file
class Base: UNNotificationServiceExtension { override func serviceExtensionTimeWillExpire() {} }
class Service: Base {}