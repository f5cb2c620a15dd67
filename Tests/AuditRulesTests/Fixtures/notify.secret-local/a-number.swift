// swift-format-ignore-file
func notify(_ password: String) {
    let content = UNMutableNotificationContent()
    content.badge = password.count as NSNumber
}