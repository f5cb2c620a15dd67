// swift-format-ignore-file
func start() { URLCache.shared = URLCache(memoryCapacity: 1_000, diskCapacity: 0) }
let session = URLSession.shared
func load(_ token: String) {
    var request = URLRequest(url: url)
    request.setValue(token, forHTTPHeaderField: "Authorization")
    session.dataTask(with: request).resume()
}
