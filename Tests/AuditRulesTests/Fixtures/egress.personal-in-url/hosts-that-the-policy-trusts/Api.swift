// swift-format-ignore-file
let base = "https://api.example"
func send(_ phoneNumber: String) { load(URL(string: "\(base)/users/\(phoneNumber)")!) }
func send(_ email: String) {
    var parts = URLComponents(string: "https://login.example/")!
    parts.queryItems = [URLQueryItem(name: "email", value: email)]
}
func address(_ part: String) -> URL { URL(string: "https://api.example/\(part)")! }
func find(_ phoneNumber: String) { load(address(phoneNumber)) }
