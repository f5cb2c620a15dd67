// swift-format-ignore-file
struct Root: View {
    let web = WKWebView()
    var body: some View { Text("a").onOpenURL { url in show(url) } }
    func show(_ url: URL) {
        guard links.isAllowed(url) else { return }
        web.load(URLRequest(url: url))
    }
}
