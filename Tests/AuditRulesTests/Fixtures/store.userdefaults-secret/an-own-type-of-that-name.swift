// swift-format-ignore-file
enum Vault {
    final class UserDefaults { func set(_ value: String, forKey key: String) {} }
    static func save(_ password: String) {
        let defaults = UserDefaults()
        defaults.set(password, forKey: "a")
    }
}
func save(_ password: String) {
    let defaults = UserDefaults.standard
    defaults.set(password, forKey: "a")  // expect: store.userdefaults-secret
}
