// swift-format-ignore-file
func notify(_ message: Message) {
    let content = UNMutableNotificationContent()
    content.userInfo = ["message": message.id, "credential": message.credentialID]
    content.userInfo["thread"] = message.threadIdentifier
}
