// swift-format-ignore-file
enum Keys {
    static let password = "Password"
    static let accessToken = "access_token"
    static let secretKey = "com.example.secret"
    static let passcode = "kSettingPasscode"
    static let credential = "credential-identifier"
    let tokenHeader = "X-Auth-Token-2"
}