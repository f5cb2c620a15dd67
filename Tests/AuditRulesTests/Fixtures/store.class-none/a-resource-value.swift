// swift-format-ignore-file
func open(_ url: NSURL) throws {
    try url.setResourceValue(URLFileProtection.none, forKey: .fileProtectionKey)  // expect: store.class-none
}