// swift-format-ignore-file
func a() { use(ATTrackingManager.trackingAuthorizationStatus) }