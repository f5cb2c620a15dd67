// swift-format-ignore-file
func finish(_ url: URL) throws {
    var path = url.absoluteString
    if path.hasPrefix("file://") { path = url.path }
    try FileManager.default.removeItem(atPath: path)
}

final class Draft {
    var path: String?

    func keep(_ url: URL) { path = url.absoluteString }

    func keep(_ text: String) { path = text }

    func finish() throws {
        guard let path else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}
