// swift-format-ignore-file
func a() { send(UIDevice.current.identifierForVendor) }