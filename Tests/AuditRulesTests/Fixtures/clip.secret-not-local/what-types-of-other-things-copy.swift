// swift-format-ignore-file
final class SecureLink {
    func copy(_ address: String?) { UIPasteboard.general.string = address }
}
final class BackupLog {
    func copy(_ line: String) { UIPasteboard.general.string = line }
}