// swift-format-ignore-file
func touch() throws {
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: "/a/b.db")
}