// swift-format-ignore-file
func notify() {
    let content = UNMutableNotificationContent()
    content.title = "Your e-mail address"
    content.body = NSLocalizedString("email changed", comment: "")
}
