// swift-format-ignore-file
import RealmSwift
func save(_ level: Level) throws {
    let realm = try Realm()
}