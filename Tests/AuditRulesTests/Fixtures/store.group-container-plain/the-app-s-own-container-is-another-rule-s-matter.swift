// swift-format-ignore-file
func update(_ favorites: Data, _ documents: URL) throws {
    try favorites.write(to: documents.appendingPathComponent("a"))
}