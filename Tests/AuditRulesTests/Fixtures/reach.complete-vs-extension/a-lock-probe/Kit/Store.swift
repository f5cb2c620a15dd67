// swift-format-ignore-file
final class Store {
    func a(_ p: String) {
        FileManager.default.createFile(atPath: p, contents: nil, attributes: [.protectionKey: FileProtectionType.complete])
    }
}