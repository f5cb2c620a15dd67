// swift-format-ignore-file
func mark(_ path: String) {
    FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.protectionKey: FileProtectionType.none])
    try? Data().write(to: URL(fileURLWithPath: path), options: .noFileProtection)
}