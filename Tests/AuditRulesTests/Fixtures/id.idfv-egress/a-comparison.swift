// swift-format-ignore-file
func a(_ id: UUID) -> Bool { id == UIDevice.current.identifierForVendor }