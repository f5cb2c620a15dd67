// swift-format-ignore-file
func a() { use(items.first!, UIDevice.current.identifierForVendor) }