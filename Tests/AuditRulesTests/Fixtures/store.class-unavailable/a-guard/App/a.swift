// swift-format-ignore-file
func save(_ data: Data, to url: URL) throws {
    guard #available(iOS 17, *) else { return }
    try data.write(to: url, options: .completeFileProtectionWhenUserInactive)
}