// swift-format-ignore-file
func save(_ password: Data, in folder: URL) throws {
    try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true,
        attributes: [.protectionKey: FileProtectionType.complete])
    try password.write(to: folder.appendingPathComponent("a"))
}