// swift-format-ignore-file
class Base: UNNotificationServiceExtension {}
final class Service: Base {}  // expect: notify.nse-no-fallback