// swift-format-ignore-file
func save(_ data: Data, to url: URL) throws {
    if #unavailable(iOS 17) {
        try data.write(to: url, options: .completeFileProtectionWhenUserInactive)  // expect: store.class-unavailable
    }
    if #available(iOS 17, *) {
        try data.write(to: url, options: .completeFileProtection)
    } else {
        try data.write(to: url, options: .completeFileProtectionWhenUserInactive)  // expect: store.class-unavailable
    }
}