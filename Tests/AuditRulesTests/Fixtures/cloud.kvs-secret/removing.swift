// swift-format-ignore-file
func a() { NSUbiquitousKeyValueStore.default.removeObject(forKey: "password") }