// swift-format-ignore-file
func a() -> [String: Any] { ["id": UIDevice.current.identifierForVendor as Any] }