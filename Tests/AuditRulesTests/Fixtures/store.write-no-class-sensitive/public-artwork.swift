// swift-format-ignore-file
func save(_ artwork: Data, to url: URL) throws {
    try artwork.write(to: url)
}