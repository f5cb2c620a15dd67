// swift-format-ignore-file
func save(_ data: Data) throws {
    let folder = URL.documentsDirectory.appendingPathComponent("mail")
    try data.write(to: folder.appendingPathComponent("inbox.json"))
}