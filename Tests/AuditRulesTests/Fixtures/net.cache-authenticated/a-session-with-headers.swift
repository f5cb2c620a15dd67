// swift-format-ignore-file
func make(_ token: String) -> URLSession {
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["Authorization": "Bearer \(token)"]  // expect: net.cache-authenticated
    return URLSession(configuration: configuration)
}
func next(_ token: String) -> URLRequest {
    var request = URLRequest(url: url)
    request.addValue(token, forHTTPHeaderField: "Authorization")
    return request
}
