// swift-format-ignore-file
enum Rules {
    static let privateKeyRegex = "^[a-zA-Z2-7]{16,128}$"
    static let privateKeyAllowedCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz234567"
}
