// swift-format-ignore-file
func record(_ message: Data, _ client: Client) throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    try message.write(to: URL(fileURLWithPath: path))
    client.send(path) { error in
        if error != nil {
            return  // expect: store.cleanup-missed
        }
        try? FileManager.default.removeItem(atPath: path)
    }
}
