// swift-format-ignore-file
func query(_ accessToken: String, _ page: Int, _ theme: String) -> String {
    let first = "/entries.json?count=\(page)&token=\(accessToken)"  // expect: egress.personal-in-url
    let second = "?page=\(page)&theme=\(theme)"
    let third = "otpauth://totp/a?secret=\(accessToken)"
    let fourth = "token=\(accessToken)"
    return first + second + third + fourth
}
func text(_ token: String) -> String { "Really? The token=\(token.count)" }
