// swift-format-ignore-file
final class Service: UNNotificationServiceExtension {
    func attach(_ image: UIImage, _ folder: URL) -> UNNotificationAttachment? {
        let url = folder.appendingPathComponent("preview.jpg")
        try? image.jpegData(compressionQuality: 1)?.write(to: url, options: .atomic)  // expect: notify.nse-plain-attachment
        return try? UNNotificationAttachment(identifier: "a", url: url)
    }
}
