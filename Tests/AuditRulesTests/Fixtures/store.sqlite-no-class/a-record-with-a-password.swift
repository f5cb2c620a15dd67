// swift-format-ignore-file
import GRDB
struct Node: Codable, PersistableRecord {
    let address: URL
    let password: String?
}
final class Storage {
    let queue: DatabaseQueue
    init(folder: URL) throws {
        queue = try DatabaseQueue(path: folder.appendingPathComponent("a.sqlite").path)  // expect: store.sqlite-no-class
    }
}
