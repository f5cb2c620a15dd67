// swift-format-ignore-file
func protect() throws {
    try FileManager.default.setAttributes(  // expect: store.sidecar-not-covered
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: "/a/b.db")
}