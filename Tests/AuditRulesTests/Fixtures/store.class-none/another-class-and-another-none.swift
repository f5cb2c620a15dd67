// swift-format-ignore-file
func save(_ data: Data, to url: URL) throws {
    try data.write(to: url, options: .completeFileProtection)
    button.setState(.none)
}