// swift-format-ignore-file
// UIDevice.current.identifierForVendor!
func a() {}