// swift-format-ignore-file
enum L10n {
    static let password = L10n.tr("Localizable", "password", fallback: "Password")
    static var newPassword: String { return NSLocalizedString("new", comment: "") }
    static var passcode: String { String(localized: "passcode") }
}
func notify() {
    let content = UNMutableNotificationContent()
    content.title = L10n.password
    content.subtitle = L10n.newPassword
    content.body = L10n.passcode
}
