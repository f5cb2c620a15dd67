// swift-format-ignore-file
func start() {
    URLCache.shared = URLCache(memoryCapacity: 20_000_000, diskCapacity: 100_000_000)  // expect: net.cache-authenticated
}
func load(_ token: String) {
    var request = URLRequest(url: url)
    request.setValue(token, forHTTPHeaderField: "Authorization")
    URLSession.shared.dataTask(with: request).resume()
}
func clear() { URLCache.shared.removeAllCachedResponses() }
