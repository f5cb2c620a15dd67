// swift-format-ignore-file
import RealmSwift
func save(password: String) throws {
    let realm = try Realm(configuration: .init(inMemoryIdentifier: "test"))
}