// swift-format-ignore-file
func a() { start(with: .init(deviceId: UIDevice.current.identifierForVendor?.uuidString ?? "")) }  // expect: id.idfv-egress