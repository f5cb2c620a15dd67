// swift-format-ignore-file
func upload(_ password: String, _ client: Client, _ done: (Error?) -> Void) {
    guard client.isConnected else { return }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    do {
        try password.write(to: file, atomically: true, encoding: .utf8)
    } catch {
        done(error)
        return
    }
    client.upload(file) { error in
        try? FileManager.default.removeItem(at: file)
        done(error)
    }
}

func uploadOther(_ password: Data, _ client: Client) {
    let path = NSTemporaryDirectory() + "a"
    guard FileManager.default.createFile(atPath: path, contents: password) else { return }
    client.upload(path)
    try? FileManager.default.removeItem(atPath: path)
}
