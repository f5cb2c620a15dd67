// swift-format-ignore-file
func a(_ m: Mock) { m.requestTrackingAuthorization() }