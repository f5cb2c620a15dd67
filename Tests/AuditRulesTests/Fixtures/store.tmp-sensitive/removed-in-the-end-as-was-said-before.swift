// swift-format-ignore-file
func share(_ pdfData: Data) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.pdf")
    defer { try? FileManager.default.removeItem(at: url) }
    try pdfData.write(to: url)
    upload(url)
}