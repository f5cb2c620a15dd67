// swift-format-ignore-file
func attach(_ download: URL, to url: URL) throws -> UNNotificationAttachment {
    try FileManager.default.moveItem(at: download, to: url)
    return try UNNotificationAttachment(identifier: "a", url: url)
}
