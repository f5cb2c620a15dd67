// swift-format-ignore-file
final class Delegate: UIResponder, UIWindowSceneDelegate {
    let page = Page()
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        page.show(userActivity.webpageURL!)  // expect: handoff.continue-unvalidated
    }
}
final class Page: UIViewController {
    let web = WKWebView()
    func show(_ url: URL) { web.load(URLRequest(url: url)) }
}
