// swift-format-ignore-file
final class ExportCoordinator {
    func didExport(_ file: URL) {
        let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
        sheet.completionWithItemsHandler = { _, _, _, _ in try? FileManager.default.removeItem(at: file) }
        present(sheet)
    }
}
