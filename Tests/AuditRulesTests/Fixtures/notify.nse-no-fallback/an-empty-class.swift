// swift-format-ignore-file
final class Service: UNNotificationServiceExtension {}  // expect: notify.nse-no-fallback