// swift-format-ignore-file
final class EpisodeFiles {
    func save(_ data: Data, to url: URL) throws {
        try data.write(to: url, options: .completeFileProtection)  // expect: reach.complete-vs-audio
    }
    func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
}