// swift-format-ignore-file
func send() {
    var request = URLRequest(url: URL(string: "https://api.example/")!)
    request.setValue(UIDevice.current.identifierForVendor?.uuidString, forHTTPHeaderField: "X-Device")
}
