// swift-format-ignore-file
class Box { let service = UNNotificationServiceExtension() }