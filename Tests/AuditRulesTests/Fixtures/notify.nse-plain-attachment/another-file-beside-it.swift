// swift-format-ignore-file
func attach(_ log: Data, _ picture: URL, _ notes: URL) throws -> UNNotificationAttachment {
    try log.write(to: notes)
    return try UNNotificationAttachment(identifier: "a", url: picture)
}
