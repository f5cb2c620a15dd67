// swift-format-ignore-file
func keep(_ message: ChatMessage, _ place: URL) throws {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try FileManager.default.copyItem(at: folder.appendingPathComponent("a"), to: place)
}