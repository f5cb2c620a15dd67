// swift-format-ignore-file
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {}
