// swift-format-ignore-file
func protect(_ folder: URL) throws {
    let database = folder.appendingPathComponent("a.sqlite")
    try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: database.path)
    try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: folder.path)
}