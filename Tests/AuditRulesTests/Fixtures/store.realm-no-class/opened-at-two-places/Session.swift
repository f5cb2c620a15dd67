// swift-format-ignore-file
import RealmSwift
class Account: Object { @Persisted var password = "" }
func count() throws -> Int { try Realm().objects(Account.self).count }  // expect: store.realm-no-class
