// swift-format-ignore-file
final class PrivacyWindow {}
@main final class AppDelegate: UIResponder, UIApplicationDelegate {}
