// swift-format-ignore-file
func a(_ name: String) -> UserDefaults? { UserDefaults(suiteName: name) }