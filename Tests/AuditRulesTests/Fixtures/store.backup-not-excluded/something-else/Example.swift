// swift-format-ignore-file
func keep(_ theme: Data) throws {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try theme.write(to: folder.appendingPathComponent("theme.json"))
    try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: folder.path)
}
