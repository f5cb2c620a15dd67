// swift-format-ignore-file
final class Settings {
    var entry: String = "" {
        didSet { UserDefaults.standard.set(entry, forKey: "entry") }
    }
    var note: String {
        get { "" }
        set { UserDefaults.standard.set(newValue, forKey: "note") }
    }
}
func save(_ settings: Settings, _ password: String, _ text: String) {
    settings.entry = password  // expect: store.userdefaults-secret
    settings.note = password  // expect: store.userdefaults-secret
    settings.entry = text
}
