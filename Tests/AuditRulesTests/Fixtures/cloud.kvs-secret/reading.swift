// swift-format-ignore-file
func a() -> String? { NSUbiquitousKeyValueStore.default.string(forKey: "password") }