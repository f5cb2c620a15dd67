// swift-format-ignore-file
#if DEBUG
func a() { UserDefaults.standard.set(1, forKey: "a") }
#endif