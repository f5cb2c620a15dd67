// swift-format-ignore-file
func record(_ message: Data, _ client: Client) throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    try message.write(to: URL(fileURLWithPath: path))
    client.send(path) { error in
        if error != nil {  // expect: store.cleanup-missed
            return
        }
        try? FileManager.default.removeItem(atPath: path)
    }
}
