// swift-format-ignore-file
func upload(_ password: String, _ client: Client) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    try password.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    guard client.isConnected else { return }
    try client.upload(file)
}

func uploadOther(_ password: String, _ client: Client) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    try password.write(to: file, atomically: true, encoding: .utf8)
    guard client.isConnected else {
        try FileManager.default.removeItem(at: file)
        return
    }
    try client.upload(file)
    try FileManager.default.removeItem(at: file)
}
