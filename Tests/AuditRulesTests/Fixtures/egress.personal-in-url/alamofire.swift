// swift-format-ignore-file
func load(_ email: String, _ page: String) {
    AF.request("https://a.example/\(email)")  // expect: egress.personal-in-url
    AF.download("https://a.example/" + email + ".html")  // expect: egress.personal-in-url
    AF.streamRequest("https://a.example/" + page)
    AF.upload("https://a.example/" + page)
    store.download("https://a.example/" + email)
}
