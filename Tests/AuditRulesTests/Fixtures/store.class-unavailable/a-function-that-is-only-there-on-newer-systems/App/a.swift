// swift-format-ignore-file
@available(iOS 17, *)
func save(_ data: Data, to url: URL) throws {
    try data.write(to: url, options: .completeFileProtectionWhenUserInactive)
}