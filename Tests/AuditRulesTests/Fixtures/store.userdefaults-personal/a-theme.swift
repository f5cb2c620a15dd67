// swift-format-ignore-file
func keep(_ theme: String) { UserDefaults.standard.set(theme, forKey: "theme") }