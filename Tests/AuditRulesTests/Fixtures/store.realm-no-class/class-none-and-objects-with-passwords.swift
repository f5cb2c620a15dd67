// swift-format-ignore-file
import RealmSwift
final class Account: Object {
    @Persisted var password: String = ""
}
func open(_ path: String) throws -> Realm {
    try FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: path)
    return try Realm()  // expect: store.realm-no-class
}
