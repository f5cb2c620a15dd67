// swift-format-ignore-file
extension UserDefaults {
    func put(_ value: Data, under key: String) { set(value, forKey: key) }
}
func keep(_ value: Data) {
    UserDefaults.standard.put(value, under: "blob")  // expect: store.userdefaults-secret
    UserDefaults.standard.put(value, under: "picture")
    UserDefaults.standard.set("longer is better", forKey: "passwordTips")
}
