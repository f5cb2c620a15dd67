// swift-format-ignore-file
struct LogWriter {
    let folder: URL

    func open() -> OutputStream? {
        OutputStream(url: folder.appendingPathComponent("logs/app.log"), append: true)  // expect: store.log-file-no-class
    }
}
