// swift-format-ignore-file
func save(_ path: String) throws {
    try FileManager.default.setAttributes(  // expect: store.class-unavailable
        [.protectionKey: FileProtectionType.completeWhenUserInactive], ofItemAtPath: path)
}