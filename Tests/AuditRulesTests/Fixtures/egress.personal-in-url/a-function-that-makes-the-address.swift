// swift-format-ignore-file
struct Client {
    func address(_ base: URL, _ entry: String) -> URL? {
        URL(string: base.absoluteString + "?user=\(entry)")
    }
    func load(_ base: URL, _ email: String, _ page: String) {
        _ = address(base, email)  // expect: egress.personal-in-url
        _ = address(base, page)
    }
}
