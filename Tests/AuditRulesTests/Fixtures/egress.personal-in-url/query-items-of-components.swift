// swift-format-ignore-file
func search(_ email: String) {
    var components = URLComponents(string: "https://a.example/search")!
    components.queryItems = [
        URLQueryItem(name: "lang", value: "en"),
        URLQueryItem(name: "q", value: email),  // expect: egress.personal-in-url
    ]
}