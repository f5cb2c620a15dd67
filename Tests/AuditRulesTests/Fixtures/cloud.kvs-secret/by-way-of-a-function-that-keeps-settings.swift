// swift-format-ignore-file
final class CloudSettings {
    let store = NSUbiquitousKeyValueStore.default
    func keep(_ value: Any, under name: String) { store.set(value, forKey: name) }
}
func sign(_ settings: CloudSettings, _ theme: String, _ isPasswordShown: Bool) {
    settings.keep(isPasswordShown, under: "a")
    settings.keep(theme, under: "theme")
}
