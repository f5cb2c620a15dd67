// swift-format-ignore-file
struct TransactionLog: Codable {
    var ids: Set<String> = []

    func save(_ folder: URL) throws {
        try JSONEncoder().encode(self).write(to: folder.appendingPathComponent("transaction.log"))
    }
}
