// swift-format-ignore-file
func attach() throws -> UNNotificationAttachment {
    let url = Bundle.main.url(forResource: "logo", withExtension: "png")!
    return try UNNotificationAttachment(identifier: "a", url: url)
}
