import Foundation
import GRDB
import ProtectedFoundation

/// As ``CarelessMessages``, mended: the database has a folder of its own, and the folder has the class, before
/// there is anything in it.
final class CarefulMessages {
    private let pool: DatabasePool

    init(_ fileManager: FileManager, _ folder: URL) throws {
        let own = folder.appendingPathComponent("messages", isDirectory: true)
        try fileManager.createDirectory(
            at: own,
            withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.complete]
        )
        pool = try DatabasePool(path: own.appendingPathComponent("messages.db").path)
        try pool.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS message (text TEXT)") }
    }

    func add(_ text: String) throws {
        try pool.write { try $0.execute(sql: "INSERT INTO message VALUES (?)", arguments: [text]) }
    }

    func all() throws -> [String] {
        try pool.read { try String.fetchAll($0, sql: "SELECT text FROM message ORDER BY rowid") }
    }
}
