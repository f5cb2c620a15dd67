// swift-format-ignore-file
func id() -> String { UIDevice.current.identifierForVendor?.uuidString ?? "" }