// swift-format-ignore-file
func save() throws {
    try FileManager.default.setAttributes(  // expect: store.class-weaker-than-policy
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: "/Documents/tokens.json")
}