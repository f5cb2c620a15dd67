// swift-format-ignore-file
func a() { register(deviceName: UIDevice.current.model) }