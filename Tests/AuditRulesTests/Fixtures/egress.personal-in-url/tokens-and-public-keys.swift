// swift-format-ignore-file
func load(_ base: URL, _ session: Session, _ text: String) {
    var components = URLComponents(url: base, resolvingAgainstBaseURL: false)!
    components.queryItems = [
        URLQueryItem(name: "access_token", value: text),  // expect: egress.personal-in-url
        URLQueryItem(name: "q", value: session.refreshToken),  // expect: egress.personal-in-url
        URLQueryItem(name: "key", value: "AIzaPublicKeyOfTheApp"),
        URLQueryItem(name: "token", value: "fixed"),
        URLQueryItem(name: "page", value: text),
    ]
}
func show(_ secret: String) {
    var link = URLComponents()
    link.scheme = "otpauth"
    link.queryItems = [URLQueryItem(name: "secret", value: secret)]
}
