// swift-format-ignore-file
func a() { register(deviceName: UIDevice.current.name) }  // expect: id.device-name