// swift-format-ignore-file
func protect(_ database: URL) throws {
    try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: database.absoluteString)  // expect: store.remove-by-url-string
}
