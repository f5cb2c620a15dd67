// swift-format-ignore-file
enum Keys { static let session = "s" }
func keep(accessToken: String) {
    let defaults = UserDefaults(suiteName: "group.example")
    defaults?.set(accessToken, forKey: Keys.session)  // expect: store.userdefaults-secret
}