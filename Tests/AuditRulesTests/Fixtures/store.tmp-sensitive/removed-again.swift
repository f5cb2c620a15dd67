// swift-format-ignore-file
func share(_ pdfData: Data) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.pdf")
    try pdfData.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    upload(url)
}