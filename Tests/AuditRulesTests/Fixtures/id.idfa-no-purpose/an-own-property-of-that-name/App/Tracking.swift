// swift-format-ignore-file
struct Device { var advertisingIdentifier: String }
func a(_ d: Device) { send(d.advertisingIdentifier) }