// swift-format-ignore-file
final class Store {
    func save(_ data: Data, to url: URL) throws {
        try data.write(to: url, options: [.atomic, .completeFileProtection])
    }
    func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
}