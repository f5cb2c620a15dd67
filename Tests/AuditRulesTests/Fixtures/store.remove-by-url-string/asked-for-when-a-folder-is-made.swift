// swift-format-ignore-file
func prepare(_ folder: URL) throws {
    guard !FileManager.default.fileExists(atPath: folder.absoluteString) else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
}
