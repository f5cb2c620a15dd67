// swift-format-ignore-file
func keep(_ message: ChatMessage, _ file: URL) throws {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try FileManager.default.linkItem(at: file, to: folder.appendingPathComponent("a"))
}