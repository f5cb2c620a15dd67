// swift-format-ignore-file
func a() -> UserDefaults? { UserDefaults(suiteName: "settings") }