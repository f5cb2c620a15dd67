// swift-format-ignore-file
func finish(_ export: URL) throws {
    if FileManager.default.fileExists(atPath: export.absoluteString) {  // expect: store.remove-by-url-string
        try FileManager.default.removeItem(at: export)
    }
    guard FileManager.default.fileExists(atPath: export.absoluteString) else { return }  // expect: store.remove-by-url-string
    try FileManager.default.removeItem(at: export)
}
