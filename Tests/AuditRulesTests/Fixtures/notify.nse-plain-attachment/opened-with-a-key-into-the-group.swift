// swift-format-ignore-file
func attach(_ box: AES.GCM.SealedBox, _ key: SymmetricKey) throws -> UNNotificationAttachment {
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")!
    let file = group.appendingPathComponent("a.png")
    try AES.GCM.open(box, using: key).write(to: file)  // expect: notify.nse-plain-attachment
    return try UNNotificationAttachment(identifier: "a", url: file, options: nil)
}
