// swift-format-ignore-file
final class Delegate: UIResponder, UIApplicationDelegate {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        guard url.host == "example.com" else { return false }
        if url.absoluteString.contains("/invite") { follow(url) }
        return true
    }
}
func label(_ url: URL) -> String { url.absoluteString.contains("/invite") ? "Invite" : "Link" }
