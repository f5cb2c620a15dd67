// swift-format-ignore-file
func load(_ start: URL, _ value: String) {
    var page = URLComponents(url: start, resolvingAgainstBaseURL: false)!
    page.queryItems = [URLQueryItem(name: "token", value: value)]  // expect: egress.personal-in-url
}
