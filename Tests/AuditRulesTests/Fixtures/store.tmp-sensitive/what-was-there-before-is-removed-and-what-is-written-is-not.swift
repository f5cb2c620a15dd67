// swift-format-ignore-file
func share(_ pdfData: Data) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.pdf")
    try? FileManager.default.removeItem(at: url)
    try pdfData.write(to: url)  // expect: store.tmp-sensitive
}