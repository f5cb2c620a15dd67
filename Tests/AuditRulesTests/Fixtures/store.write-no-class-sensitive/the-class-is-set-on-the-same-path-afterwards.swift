// swift-format-ignore-file
func save(_ password: Data, to url: URL) throws {
    try password.write(to: url)
    try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: url.path)
}