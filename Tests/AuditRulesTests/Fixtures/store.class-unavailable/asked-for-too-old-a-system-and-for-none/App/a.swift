// swift-format-ignore-file
func save(_ data: Data, to url: URL) throws {
    if #available(iOS 15, *) {
        try data.write(to: url, options: .completeFileProtectionWhenUserInactive)  // expect: store.class-unavailable
    }
    if isAvailable {
        try data.write(to: url, options: .completeFileProtectionWhenUserInactive)  // expect: store.class-unavailable
    }
}
@available(*, deprecated)
func keep(_ data: Data, to url: URL) throws {
    try data.write(to: url, options: .completeFileProtectionWhenUserInactive)  // expect: store.class-unavailable
}