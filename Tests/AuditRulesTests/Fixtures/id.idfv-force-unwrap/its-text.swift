// swift-format-ignore-file
let id = (UIDevice.current.identifierForVendor?.uuidString)!
func a() { use(UIDevice.current.identifierForVendor!) }  // expect: id.idfv-force-unwrap