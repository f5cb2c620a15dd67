// swift-format-ignore-file
func a() { cache.set(UIDevice.current.identifierForVendor?.uuidString, forKey: "device") }