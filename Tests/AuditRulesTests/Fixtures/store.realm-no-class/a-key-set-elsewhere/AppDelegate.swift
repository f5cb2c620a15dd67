// swift-format-ignore-file
import RealmSwift
func start(_ key: Data) {
    Realm.Configuration.defaultConfiguration = Realm.Configuration(encryptionKey: key)
}
