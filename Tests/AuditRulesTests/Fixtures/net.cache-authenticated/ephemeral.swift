// swift-format-ignore-file
let session = URLSession(configuration: .ephemeral)
func load(_ token: String) {
    var request = URLRequest(url: url)
    request.setValue(token, forHTTPHeaderField: "Authorization")
    session.dataTask(with: request).resume()
}
