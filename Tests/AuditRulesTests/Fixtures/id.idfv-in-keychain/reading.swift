// swift-format-ignore-file
func a() { keychain.get(UIDevice.current.identifierForVendor!.uuidString) }