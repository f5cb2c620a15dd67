// swift-format-ignore-file
func search(_ email: String) -> URL? {
    logger.info("user: asked")
    var components = base
    components.queryItems = [URLQueryItem(name: "email", value: email)]  // expect: egress.personal-in-url
    return components.url
}
