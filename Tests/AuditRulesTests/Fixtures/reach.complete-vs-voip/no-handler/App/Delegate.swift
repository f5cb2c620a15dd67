// swift-format-ignore-file
final class Delegate { let store = Store() }