// swift-format-ignore-file
import RealmSwift
func save(password: String, folder: String) throws {
    try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: folder)
    let realm = try Realm()
}