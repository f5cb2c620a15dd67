// swift-format-ignore-file
func a() { send(["id": UIDevice.current.identifierForVendor!.uuidString, "hasEmail": true]) }