// swift-format-ignore-file
final class ExportCoordinator {
    func didExport(_ file: URL) {
        let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)  // expect: store.cleanup-missed
        sheet.completionWithItemsHandler = { _, _, _, error in show(error) }
        present(sheet)
    }
}
