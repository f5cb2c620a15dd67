// swift-format-ignore-file
func save(_ data: Data, in documents: URL) throws {
    let url = documents.appendingPathComponent("map.json")
    try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
}