// swift-format-ignore-file
func share(_ archive: Archive, _ sheet: ShareSheet) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a.zip")
    try archive.copy(to: file)
    sheet.show(file) { completed in
        if completed {
            try? FileManager.default.removeItem(at: file)  // expect: store.cleanup-missed
        }
    }
}
