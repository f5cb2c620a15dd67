// swift-format-ignore-file
func protect(_ folder: URL) throws {
    let file = folder.appendingPathComponent("a.sqlite")
    try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true,
        attributes: [.protectionKey: FileProtectionType.complete])
    try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: file.path)
}