// swift-format-ignore-file
import RealmSwift
// One finding names both places.
func reset() throws { try Realm().write { } }
