// swift-format-ignore-file
func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }  // expect: id.idfa-no-purpose