// swift-format-ignore-file
func load(_ email: String, _ page: String, _ base: URL) {
    _ = URL(string: email, relativeTo: base)  // expect: egress.personal-in-url
    _ = URL(string: page, relativeTo: base)
    _ = URL(string: "ftp://a.example/\(email).csv")  // expect: egress.personal-in-url
    _ = URL(string: "mailto:\(email)")
}
