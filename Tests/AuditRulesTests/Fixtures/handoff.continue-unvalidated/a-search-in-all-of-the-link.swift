// swift-format-ignore-file
final class Delegate: UIResponder, UIApplicationDelegate {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        if url.absoluteString.contains("example.com") { follow(url) }  // expect: handoff.continue-unvalidated
        return true
    }
}
