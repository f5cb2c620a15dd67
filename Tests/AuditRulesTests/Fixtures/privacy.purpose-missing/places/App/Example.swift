// swift-format-ignore-file
func a(_ m: CLLocationManager) { m.requestWhenInUseAuthorization() }