// swift-format-ignore-file
func keep(_ password: Data) throws {
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    try password.write(to: folder.appendingPathComponent("a"))
}