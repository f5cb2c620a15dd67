// swift-format-ignore-file
func b() { UserDefaults.standard.set(1, forKey: "b") }