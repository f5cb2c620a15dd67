// swift-format-ignore-file
func a() -> UUID? { UIDevice.current.identifierForVendor }