// swift-format-ignore-file
final class Service: NSObject {}
