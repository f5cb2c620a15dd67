// swift-format-ignore-file
func save(_ store: TokenStore) throws {
    try store.data.write(to: store.url, options: [.completeFileProtectionUnlessOpen])  // expect: store.class-weaker-than-policy
}