// swift-format-ignore-file
func save(_ data: Data, to url: URL) throws {
    if #unavailable(iOS 17) { return }
    try data.write(to: url, options: .completeFileProtectionWhenUserInactive)
}