// swift-format-ignore-file
func probe(_ documents: URL) throws {
    let url = documents.appendingPathComponent("tokens.json")
    try Data().write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
}