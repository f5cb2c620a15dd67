// swift-format-ignore-file
final class Delegate: UIResponder, UIWindowSceneDelegate {
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb else { return }
        webView.load(URLRequest(url: userActivity.webpageURL!))
    }
}
