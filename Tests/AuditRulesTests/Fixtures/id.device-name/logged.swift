// swift-format-ignore-file
func a() { print("on \(UIDevice.current.name)") }