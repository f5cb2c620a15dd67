// swift-format-ignore-file
func finish(_ export: URL, _ files: [URL]) throws {
    try FileManager.default.removeItem(atPath: export.path)
    try FileManager.default.removeItem(atPath: export.path(percentEncoded: false))
    try FileManager.default.removeItem(at: export)
    let name = export.absoluteString.replacingOccurrences(of: "file://", with: "")
    try FileManager.default.removeItem(atPath: name)
    try FileManager.default.removeItem(atPath: export.lastPathComponent.description)
    try FileManager.default.removeItem(atPath: "/tmp/\(export.lastPathComponent)")
    try FileManager.default.removeItem(atPath: String(export.absoluteString.dropFirst(7)))
    for file in files { try FileManager.default.removeItem(atPath: file.relativePath) }
}
