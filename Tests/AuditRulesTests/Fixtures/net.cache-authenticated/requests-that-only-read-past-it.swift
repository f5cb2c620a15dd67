// swift-format-ignore-file
let session = URLSession.shared
func request(_ token: String) -> URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 9)
    request.setValue(token, forHTTPHeaderField: "Authorization")  // expect: net.cache-authenticated
    return request
}
