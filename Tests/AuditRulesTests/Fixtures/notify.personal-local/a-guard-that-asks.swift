// swift-format-ignore-file
func notify(_ message: Message) {
    let content = UNMutableNotificationContent()
    guard defaults.isPreviewAllowed else { return }
    content.body = message.messageText
}
