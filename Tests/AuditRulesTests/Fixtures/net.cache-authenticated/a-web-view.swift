// swift-format-ignore-file
func show(_ token: String) {
    let session = URLSession.shared
    var request = URLRequest(url: url)
    request.setValue(token, forHTTPHeaderField: "Authorization")
    webView.load(request)
}
