// swift-format-ignore-file
func a() { label.text = UIDevice.current.identifierForVendor?.uuidString }