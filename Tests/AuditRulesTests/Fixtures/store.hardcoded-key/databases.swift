// swift-format-ignore-file
import GRDB
import SQLite

struct Store {
    static let secret = "correct horse"

    func open(_ typed: String) throws {
        try db.usePassphrase(Store.secret)  // expect: store.hardcoded-key
        try db.key("correct horse")  // expect: store.hardcoded-key
        try db.usePassphrase(typed)
        try db.key(typed)
        _ = Realm.Configuration(encryptionKey: Data("correct horse".utf8))  // expect: store.hardcoded-key
        var configuration = Realm.Configuration()
        configuration.encryptionKey = Data(Store.secret.utf8)  // expect: store.hardcoded-key
        configuration.encryptionKey = try Keychain.key()
    }

    func open(_ bytes: Data) {
        let key = Data("correct horse".utf8)
        key.withUnsafeBytes { buffer in
            sqlite3_key(db, buffer, 13)  // expect: store.hardcoded-key
        }
        bytes.withUnsafeBytes { buffer in
            sqlite3_key(db, buffer, 13)
        }
    }
}
