import Foundation
import GRDB
import ProtectedFoundation

/// Messages in a database that nobody must be able to read while the phone is locked.
///
/// **It has a bug.** The field reports: GRDB.swift 1153 and realm-swift 1874, a class that was set for the database's *file*:
/// SQLite makes its log beside it, and the log takes the *folder's* class.
final class CarelessMessages {
    private let pool: DatabasePool

    init(_ fileManager: FileManager, _ folder: URL) throws {
        let url = folder.appendingPathComponent("messages.db")
        pool = try DatabasePool(path: url.path)
        try pool.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS message (text TEXT)") }
        // The bug: "messages.db-wal" is another file.
        try fileManager.setAttributes(
            [.protectionKey: FileProtectionType.complete],
            ofItemAtPath: url.path
        )
    }

    func add(_ text: String) throws {
        try pool.write { try $0.execute(sql: "INSERT INTO message VALUES (?)", arguments: [text]) }
    }

    func all() throws -> [String] {
        try pool.read { try String.fetchAll($0, sql: "SELECT text FROM message ORDER BY rowid") }
    }
}
