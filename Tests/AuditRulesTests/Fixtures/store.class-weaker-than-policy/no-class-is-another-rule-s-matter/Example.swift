// swift-format-ignore-file
func save(_ data: Data, in documents: URL) throws {
    try data.write(to: documents.appendingPathComponent("tokens.json"))
}