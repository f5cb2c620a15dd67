// swift-format-ignore-file
func openTiles(_ path: String) throws {
    queue = try DatabaseQueue(path: path)
}