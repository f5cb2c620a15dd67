// swift-format-ignore-file
func a() -> Bool { !(UIDevice.current.identifierForVendor == nil) }