// swift-format-ignore-file
func a() { view.set(UIDevice.current.identifierForVendor) }