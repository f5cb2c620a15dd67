// swift-format-ignore-file
enum Address {
    static func make(_ first: String, _ second: String) -> URL? {
        URL(string: "https://api.example.com/find?a=\(first)&b=\(second)")
    }
}

func find(_ count: String, _ email: String) {
    _ = Address.make(count, email)  // expect: egress.personal-in-url
}
