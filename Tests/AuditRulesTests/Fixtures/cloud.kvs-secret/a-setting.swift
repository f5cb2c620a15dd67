// swift-format-ignore-file
func a(_ theme: String) { NSUbiquitousKeyValueStore.default.set(theme, forKey: "theme") }