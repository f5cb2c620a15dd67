// swift-format-ignore-file
func migrate(_ defaults: UserDefaults) -> String? {
    let password = defaults.string(forKey: "password")
    defaults.removeObject(forKey: "password")
    defaults.set(nil, forKey: "password")
    return password
}