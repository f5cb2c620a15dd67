// swift-format-ignore-file
final class Delegate: UIResponder, UIApplicationDelegate {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        webView.load(URLRequest(url: home))
        return true
    }
    func open(_ url: URL) { webView.load(URLRequest(url: url)) }
}
