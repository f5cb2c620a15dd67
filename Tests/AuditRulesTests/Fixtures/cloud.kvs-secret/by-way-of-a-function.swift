// swift-format-ignore-file
final class CloudSettings {
    let store = NSUbiquitousKeyValueStore.default
    func keep(_ value: String, under name: String) { store.set(value, forKey: name) }
}
func sign(_ settings: CloudSettings, _ theme: String, _ accessToken: String) {
    settings.keep(accessToken, under: "a")  // expect: cloud.kvs-secret
    settings.keep(theme, under: "theme")
}
