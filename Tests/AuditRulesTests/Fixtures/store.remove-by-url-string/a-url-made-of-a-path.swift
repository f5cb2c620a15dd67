// swift-format-ignore-file
func finish(_ name: String) throws {
    let url = URL(string: NSTemporaryDirectory())!.appendingPathComponent(name)
    try FileManager.default.removeItem(atPath: url.absoluteString)
    guard let other = URL(string: NSTemporaryDirectory() + name) else { return }
    try FileManager.default.removeItem(atPath: "\(other)")
}
