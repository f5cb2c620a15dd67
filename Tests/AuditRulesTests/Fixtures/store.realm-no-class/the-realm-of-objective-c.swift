// swift-format-ignore-file
import Realm
func save(_ cardNumber: String) {
    let realm = RLMRealm.default()  // expect: store.realm-no-class
}