// swift-format-ignore-file
func a() { print(UIDevice.current.identifierForVendor as Any) }