// swift-format-ignore-file
func a() { post("https://api.example/", deviceName: UIDevice.current.name) }
