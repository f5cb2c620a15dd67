// swift-format-ignore-file
func save(_ data: Data, to url: URL) throws {
    #if targetEnvironment(simulator)
    try data.write(to: url, options: .noFileProtection)
    #endif
    // try data.write(to: url, options: .noFileProtection)
}