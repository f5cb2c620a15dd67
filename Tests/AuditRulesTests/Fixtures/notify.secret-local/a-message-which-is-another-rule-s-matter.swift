// swift-format-ignore-file
func notify(_ text: String) {
    let content = UNMutableNotificationContent()
    content.body = text
}