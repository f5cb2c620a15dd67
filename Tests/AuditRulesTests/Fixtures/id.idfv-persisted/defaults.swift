// swift-format-ignore-file
func a() { UserDefaults.standard.set(UIDevice.current.identifierForVendor?.uuidString, forKey: "id") }  // expect: id.idfv-persisted