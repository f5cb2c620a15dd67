// swift-format-ignore-file
func keep(_ layout: String) {
    UserDefaults.standard.set(layout, forKey: "emailFieldLayout")
}