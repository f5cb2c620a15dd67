// swift-format-ignore-file
func protect() throws {
    try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: "/a/b.json")
}