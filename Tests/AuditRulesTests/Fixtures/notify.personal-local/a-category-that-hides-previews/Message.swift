// swift-format-ignore-file
func notify(_ message: Message) {
    let content = UNMutableNotificationContent()
    content.body = message.messageText
}
