// swift-format-ignore-file
final class Settings {
    private let store = UserDefaults(suiteName: "group.a")!
    func keep(_ value: Any?, under key: String) { store.set(value, forKey: key) }
}
func save(_ settings: Settings, _ text: String, _ password: String) {
    settings.keep(text, under: "apiKey")  // expect: store.userdefaults-secret
    settings.keep(password, under: "x")  // expect: store.userdefaults-secret
    settings.keep(text, under: "theme")
}
