// swift-format-ignore-file
final class ContactStore {
    func save(_ data: Data, to url: URL) throws {
        try data.write(to: url, options: .completeFileProtection)
    }
    func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
}