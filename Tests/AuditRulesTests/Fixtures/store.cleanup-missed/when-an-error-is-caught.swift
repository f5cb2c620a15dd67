// swift-format-ignore-file
func upload(_ password: String, _ client: Client) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    do {  // expect: store.cleanup-missed
        try password.write(to: file, atomically: true, encoding: .utf8)
        try client.upload(file)
        try FileManager.default.removeItem(at: file)
    } catch {
        report(error)
    }
}
