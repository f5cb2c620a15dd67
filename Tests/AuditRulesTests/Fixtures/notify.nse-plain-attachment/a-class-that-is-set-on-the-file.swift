// swift-format-ignore-file
func attach(_ blob: Data, to url: URL) throws -> UNNotificationAttachment {
    try box.decrypt(blob).write(to: url)
    try FileManager.default.setAttributes([.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: url.path)
    return try UNNotificationAttachment(identifier: "a", url: url)
}
