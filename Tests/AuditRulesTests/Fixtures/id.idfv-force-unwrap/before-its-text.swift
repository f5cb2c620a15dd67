// swift-format-ignore-file
func id() -> String { return UIDevice.current.identifierForVendor!.uuidString }  // expect: id.idfv-force-unwrap