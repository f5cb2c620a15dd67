// swift-format-ignore-file
func load(_ language: String) {
    var request = URLRequest(url: url)
    request.setValue(language, forHTTPHeaderField: "Accept-Language")
    request.setValue(nil, forHTTPHeaderField: "Authorization")
    URLSession.shared.dataTask(with: request).resume()
}
