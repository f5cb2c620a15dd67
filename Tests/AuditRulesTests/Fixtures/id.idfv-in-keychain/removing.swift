// swift-format-ignore-file
func a() { keychain.removeObject(UIDevice.current.identifierForVendor!.uuidString) }