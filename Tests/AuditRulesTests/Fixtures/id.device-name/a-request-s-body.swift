// swift-format-ignore-file
func a() { send(["deviceName": UIDevice.current.name]) }  // expect: id.device-name