// swift-format-ignore-file
func send(_ token: String) {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue(token, forHTTPHeaderField: "Authorization")
    URLSession.shared.dataTask(with: request).resume()
}
