// swift-format-ignore-file
func forget() {
    UserDefaults.standard.removeObject(forKey: "open_tabs")
    UserDefaults.standard.set(nil, forKey: "email")
}