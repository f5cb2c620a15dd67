// swift-format-ignore-file
struct TokenStore {
    func save(_ data: Data, in folder: URL) throws {
        try data.write(to: folder.appendingPathComponent("tokens.json"))
    }
}