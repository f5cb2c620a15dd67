// swift-format-ignore-file
func send(_ accessToken: String) {
    load(URL(string: "https://api.example/?token=\(accessToken)")!)  // expect: egress.personal-in-url
}
func send(_ phoneNumber: String) {
    load(URL(string: "https://other.org/\(phoneNumber)")!)  // expect: egress.personal-in-url
}
func send(_ email: String, to host: String) {
    load(URL(string: "https://\(host)/\(email)")!)  // expect: egress.personal-in-url
}
