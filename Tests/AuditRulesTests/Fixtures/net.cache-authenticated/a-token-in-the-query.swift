// swift-format-ignore-file
func entries(_ token: String, _ count: Int) async throws -> Data {
    var components = URLComponents(url: base, resolvingAgainstBaseURL: false)!
    components.queryItems = [
        URLQueryItem(name: "count", value: "\(count)"),
        URLQueryItem(name: "token", value: token),  // expect: net.cache-authenticated
        URLQueryItem(name: "auth", value: nil),
    ]
    return try await URLSession.shared.data(from: components.url!).0
}
