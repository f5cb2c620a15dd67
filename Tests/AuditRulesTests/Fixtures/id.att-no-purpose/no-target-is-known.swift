// swift-format-ignore-file
func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }