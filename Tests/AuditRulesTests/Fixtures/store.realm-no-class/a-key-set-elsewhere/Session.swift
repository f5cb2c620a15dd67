// swift-format-ignore-file
import RealmSwift
func save(_ user: User, password: String) throws {
    let realm = try Realm()
    user.password = password
}
