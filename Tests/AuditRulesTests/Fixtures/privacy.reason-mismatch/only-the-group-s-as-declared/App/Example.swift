// swift-format-ignore-file
func a() -> UserDefaults? { UserDefaults(suiteName: "group.example") }