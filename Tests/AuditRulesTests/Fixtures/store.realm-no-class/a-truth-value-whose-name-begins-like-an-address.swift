// swift-format-ignore-file
import RealmSwift
final class Settings: Object { @objc dynamic var emailVerification = false }
func open() throws { _ = try Realm() }
