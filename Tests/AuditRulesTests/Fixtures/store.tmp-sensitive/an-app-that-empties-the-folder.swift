// swift-format-ignore-file
extension FileManager {
    func removePDFsFromTemporaryDirectory() {}
}
func share(_ pdfData: Data) throws {
    try pdfData.write(to: FileManager.default.temporaryDirectory.appendingPathComponent("a.pdf"))
}