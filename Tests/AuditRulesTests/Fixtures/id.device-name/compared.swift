// swift-format-ignore-file
func a() -> Bool { UIDevice.current.name == "iPhone" }