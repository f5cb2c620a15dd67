// swift-format-ignore-file
func share(_ pdfData: Data, _ caches: URL) throws {
    try pdfData.write(to: caches.appendingPathComponent("a.pdf"))
}